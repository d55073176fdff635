// The page of a live mechanism: hands, clock and overlays. live_mechanics.js moves it, drawing.js draws it (see live.py).
const data = JSON.parse(document.getElementById("scene").textContent), M = mechanism(data), d = data.dimension;
const element = (id) => document.getElementById(id), canvas = element("canvas"), { dot, plus, norm } = M, RED = "#b00000";
const pad = drawing(canvas, { ...data, bodies: data.groups }, () => draw(), tick), { frame } = pad;
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches, shown = (what) => element(`show-${what}`).checked;
const pace = Math.min(1 / 240, 0.03 * Math.sqrt(data.size / 9.81));     // a small mechanism swings fast
const digits = Math.max(0, 4 - Math.ceil(Math.log10(data.size * data.per))), length = (x) => (x * data.per + 0).toFixed(digits).replace(/^-(0\.?0*)$/, "$1");

const origin = M.start(); if (!data.loose) origin.q = M.project(origin.q) || origin.q;
let state = origin, mode = "pull", playing = true, touched = 0, paths = data.traces.map(() => []), note = "", noted = 0;
let grip = null;                        // what is held: {point, name, pointer, rows of C, target on the screen, offset}
let cost = 0, slow = 1, newton = null, unit = 0, widest = 0, stiffest = 0;
const place = (point) => M.position(point, state.q), still = (q) => { state = { q, v: new Float64Array(M.n), t: state.t }; };

// ---------------------------------------------------------------- a grip, and where it can be
function hold(point, name, pointer = null) {
    const rows = frame.rows.slice(0, 2).map((axis) => M.pulled(point, axis));
    grip = { point, name, pointer, rows, target: rows.map((row) => dot(row, state.q)), offset: [0, 0] };
    [touched, newton, note] = [point[0], null, ""];
    canvas.classList.add("held"); pad.wake();
}
const aim = (target) => { Object.assign(grip, { target, tired: 0 }); pad.wake(); };
function release() {
    if (!grip) return;
    say(true);
    [grip, newton] = [null, data.loose && !calm ? { count: 0, wait: 0.4 } : null];
    canvas.classList.remove("held"); refresh();
}
function find([x, y], reach, best = { away: reach }) {      // the nearest place on a link: a corner if one is close
    const dots = data.markers.map(({ point }) => ({ points: [point] }));
    for (const { kind, points } of [...dots, ...data.segments]) points.forEach((from, k) => {
        const to = points[k + 1] || (kind === "plate" ? points[0] : from), [a, b] = [from, to].map((p) => pad.project(place(p)));
        const ux = b[0] - a[0], uy = b[1] - a[1], snap = 10 / (Math.hypot(ux, uy) || 1);
        const s = Math.max(0, Math.min(1, ((x - a[0]) * ux + (y - a[1]) * uy) / (ux * ux + uy * uy || 1)));
        const t = s < snap ? 0 : s > 1 - snap ? 1 : from[0] === to[0] ? s : Math.round(s);
        const away = Math.hypot(x - a[0] - t * ux, y - a[1] - t * uy) - 1e-3 * (a[2] + t * (b[2] - a[2]));
        const point = t === 1 ? to : from.map((c, i) => (i ? c + t * (to[i] - c) : c));
        if (away < best.away && point[0] >= 0) best = { away, point };
    });
    return best.point;
}

// ---------------------------------------------------------------- clock
function tick(seconds) {
    const began = performance.now(), moving = advance(Math.min(seconds, 0.05));
    cost = performance.now() - began;
    draw(); say(!moving);
    return moving;
}
function advance(seconds, once = false) {           // false where nothing will change any more
    if (data.loose) return tear(seconds);
    if (mode === "pull") {
        const moved = follow();
        if (!grip) return moved;
        still(M.pull(state.q, grip, { near: 0.3 / frame.scale, until: performance.now() + 10 }));
        return moved || grip.tired < 4 && grip.distance > 0.3 / frame.scale;
    }
    if (!playing && !once) return false;
    slow = Math.min(1, slow * Math.min(1.1, 12 / (cost || 1)));         // rather in slow motion than ever farther behind
    const dt = Math.max(seconds, 1e-6) * slow * 2 ** element("speed").value;
    state = M.advance(state, dt, { h: pace, damping: +element("damping").value, grip, law });
    if (state.failed) { note = "the step failed: the mechanism was stopped"; sliders.forEach((one) => one.stop()); }
    return true;
}
function tear(seconds) {                // off the constraints: the shortest change of q; then Newton's steps, one by one
    if (grip) {
        const e = grip.rows.map((row, k) => (grip.target[k] - dot(row, state.q)) / dot(row, row));
        still(grip.rows.reduce((q, row, k) => plus(q, e[k], row), state.q));
    } else if (newton && (newton.wait -= seconds) <= 0) {
        still(M.newton(state.q));
        newton = M.largest(M.phi(state.q)) > 1e-13 && newton.count < 30 ? { count: newton.count + 1, wait: 0.8 } : null;
    }
    return newton !== null;
}

// ---------------------------------------------------------------- sliders of the drivers
// While it swings a driver follows its slider, critically damped: value, rate and acceleration at any time.
const OMEGA = 12, sliders = data.drivers.map((driver, k) => {
    const input = element(`driver-${k}`), out = element(`value-${k}`);
    let past = { t: 0, s: driver.value, sd: 0, to: driver.value };
    const phase = (t) => {
        const e = past.s - past.to, b = past.sd + OMEGA * e, x = t - past.t, f = Math.exp(-OMEGA * x), y = e + b * x;
        return [past.to + y * f, (b - OMEGA * y) * f, (OMEGA ** 2 * y - 2 * OMEGA * b) * f];
    };
    const stop = (s = M.phases[k][0]) => { past = { t: state.t, s, sd: 0, to: s }; input.value = s; write(); };
    function write(effort = "") {
        const text = out.textContent = `${+(input.value * driver.per).toPrecision(3)} ${driver.shown}${effort}`;
        if (!effort) input.setAttribute("aria-valuetext", text);
    }
    input.oninput = () => {
        const [s, sd] = mode === "swing" ? phase(state.t) : [M.phases[k][0], 0];
        [past, note] = [{ t: state.t, s, sd, to: +input.value }, ""];
        write(); pad.wake();
    };
    write();
    return { phase, stop, write, to: () => past.to };
});
const law = sliders.length ? (t) => sliders.map((one) => one.phase(t)) : null;
function follow() {                     // in pull mode: in steps that Newton's method follows on the same branch
    const from = M.phases.map(([s]) => s), reach = (k) => (data.drivers[k].unit === "rad" ? 0.1 : 0.1 * data.size);
    const to = sliders.map((one, k) => from[k] + Math.max(-reach(k), Math.min(reach(k), one.to() - from[k])));
    if (to.every((s, k) => Math.abs(s - from[k]) < 1e-12)) return false;
    M.drive(to.map((s) => [s, 0, 0]));
    const { q } = M.within(M.project(state.q));
    if (q && M.far(plus(q, -1, state.q)) < 0.5) { still(q); return true; }
    M.drive(from.map((s) => [s, 0, 0])); sliders.forEach((one) => one.stop());
    note = "the driver can go no farther";
    return false;
}

// ---------------------------------------------------------------- picture
function draw() {
    const segments = data.segments.map((one) => ({ ...one, points: one.points.map(place) }));
    const markers = data.markers.map((one) => ({ ...one, point: place(one.point) }));
    if (!grip) segments.forEach((one) => one.points.forEach(grow));
    const traces = data.traces.map(({ label, point }, k) => {
        const path = paths[k], p = place(point);
        if (!path.length || !same(p, path[path.length - 1])) paths[k] = [...path.slice(-900), p];
        return { label, path: [...paths[k], p], now: paths[k].length };
    });
    pad.draw({ segments, markers, traces }, overlays);
}
function grow(p) {                      // the box around all motion, with some room so that it does not grow all the time
    for (const [{ low, high }, x] of [[data, p], [data.view, pad.atHome(p)]]) x.forEach((c, k) => {
        if (c < low[k]) low[k] = c - 0.05 * data.size;
        if (c > high[k]) high[k] = c + 0.05 * data.size;
    });
}
function vector(from, v, colour, label = "") {
    const [a, b] = [from, from.map((x, k) => x + v[k])].map(pad.project), l = Math.hypot(b[0] - a[0], b[1] - a[1]);
    pad.arrow([a, b], colour, 3, 3);
    if (l > 8) pad.text(label, b[0] + 14 * (b[0] - a[0]) / l, b[1] + 14 * (b[1] - a[1]) / l, b[0] < a[0] ? "right" : "left", 14, colour);
}
// Each draws over the picture and gives the lines that it adds to the table: [text, share of a bar, in red].
const overlay = {
    free({ motions }) {
        motions.forEach((v, k) => {
            const rates = data.handles.map(({ point }) => M.rate(point, v)), scale = 0.15 * data.size / (Math.max(...rates.map(norm)) || 1);
            data.handles.forEach(({ point }, i) => vector(place(point), rates[i].map((x) => scale * x), data.colours[(k + 2) % 6]));
        });
        return [[`${motions.length} free motion${motions.length === 1 ? "" : "s"}`]];
    },
    singular({ motions, gauge }) {
        widest = Math.max(widest, gauge || 0);
        const held = data.strokes.length < data.free ? 0 : M.held(state.q, motions), rows = gauge ? [["smallest \u03c3", gauge, widest]] : [];
        stiffest = Math.max(stiffest, held);
        if (stiffest) rows.push(["strokes held: \u03c3", held, stiffest]);
        return rows.map(([name, x, most]) => [`${name} ${x.toPrecision(2)}`, x / most, x < 0.1 * most]);
    },
    forces() {
        const holding = grip && mode === "pull" ? M.holding(state.q, grip) : null;
        const { joints, efforts } = M.forces(state, holding || grip && M.hand(state.q, grip)), sizes = joints.map(({ force }) => norm(force));
        unit = unit || 0.25 * data.size / (Math.max(...sizes) || 1);        // the largest force of the first picture: a quarter
        joints.forEach(({ place: at, force }, k) => {
            const scale = Math.min(unit, 0.6 * data.size / (sizes[k] || 1));
            vector(at, force.map((f) => scale * f), RED, d === 2 ? `${sizes[k].toPrecision(2)} N` : "");
        });
        sliders.forEach((one, k) => one.write(`, ${efforts[k].toPrecision(3)} N${data.drivers[k].unit === "rad" ? " m" : ""}`));
        return holding ? [[`hand ${norm(holding.f).toPrecision(2)} N`]] : [];
    },
    coordinates() {
        const [name, , blocks] = data.bodies[touched], vectors = blocks.map((block) => block.map((i) => state.q[i]));
        vectors.slice(1).forEach((v, k) => vector(vectors[0], v.map((x) => 0.25 * data.size * x), ["#D55E00", "#009E73", "#0072B2"][k], "uvw"[k]));
        return [[`q of ${name}`], ...vectors.map((v, k) => [`${"ruvw"[k]}  ${v.map((x) => x.toFixed(3).padStart(7)).join("  ")}`])];
    },
    energy() { const { T, V } = M.energy(state); return [[`T ${T.toFixed(3)} J`], [`V ${V.toFixed(3)} J`], [`T + V ${(T + V).toFixed(6)} J`]]; },
    violation: () => [[`largest |\u03a6| ${M.largest(M.phi(state.q)).toExponential(1)}`]],
    strokes: () => data.strokes.map((one) => {
        const [name, , , low, high] = one, l = M.stroke(one, state.q).length, s = (l - low) / (high - low);
        return [`${name} ${length(l)} ${data.unit}`, low === null || high === null ? null : s, s < 0.02 || s > 0.98];
    }),
};
function overlays() {
    const soft = shown("free") || shown("singular") ? M.softest(state.q) : null;
    const table = Object.keys(overlay).flatMap((name) => (shown(name) ? overlay[name](soft) : [])), right = frame.width - 12;
    const errors = data.loose ? Array.from(M.phi(state.q), Math.abs) : [], short = (e) => (e && e < 1e-3 ? e.toExponential(1) : e.toFixed(4));
    errors.forEach((e, r) => table.push([`${data.labels[r]} off by ${short(e)}`, e, e > 1e-9]));
    const bars = table.some(([, share]) => typeof share === "number"), top = frame.width < 400 ? 18 + 20 * data.groups.length : 18;
    const left = right - (bars ? 72 : 0) - Math.max(...table.map(([string]) => pad.wide(string, 14))) - 8, end = top + 20 * table.length - 6;
    if (table.length) pad.fill([[left, top - 12], [frame.width, top - 12], [frame.width, end], [left, end]], "rgba(255,255,255,0.8)");
    table.forEach(([string, share, red], k) => {
        const y = top + 20 * k, to = (part) => [right - 60 + 60 * Math.max(0, Math.min(1, part)), y];
        const bar = (part, colour) => pad.line([to(0), to(part)], colour, 7);
        pad.text(string, right - (bars ? 72 : 0), y, "right", 14, red ? RED : pad.INK);
        if (typeof share === "number") { bar(1, "#dde1e6"); bar(share, red ? RED : "#0072B2"); }
    });
    const [x, y] = grip ? grip.target : [];         // the thread to the pointer
    if (grip) thread(pad.project(place(grip.point)), [frame.x0 + frame.scale * x, frame.y0 - frame.scale * y]);
}
function thread(from, to) {
    pad.line([from, to], pad.INK, 1.5, [4, 4]);
    pad.circle(from, 8, null, 2.5); pad.circle(to, 3, pad.INK);
}
function say(now = false) {             // in the polite live region, at most once a second, and a last word
    if (!now && performance.now() - noted < 1000) return;
    noted = performance.now();
    const out = grip ? norm(grip.rows.map((row, k) => dot(row, state.q) - grip.target[k])) : 0, short = mode === "pull" && out > 3 / frame.scale;
    const at = grip && `${grip.name} at (${place(grip.point).map(length).join(", ")}) ${data.unit}`;
    const text = note || (grip ? at + (short ? `, ${length(out)} ${data.unit} short of where it is pulled` : "") : "");
    if (text !== element("said").textContent) element("said").textContent = text;
}

// ---------------------------------------------------------------- hands
const inside = ({ clientX, clientY }) => { const box = canvas.getBoundingClientRect(); return [clientX - box.left, clientY - box.top]; };
const hit = (event) => find(inside(event), event.pointerType === "mouse" ? 16 : 30), mine = ({ pointerId }) => grip && grip.pointer === pointerId;
const same = (p, q) => norm(p.map((x, k) => x - q[k])) < 2e-3 * data.size;
const nameOf = (point) => (data.handles.find((one) => same(place(one.point), place(point))) || { name: data.bodies[point[0]][0] }).name;
// Only a finger that meets a link keeps the page from scrolling: touch-action alone cannot tell.
canvas.addEventListener("touchstart", (event) => { if (hit(event.changedTouches[0])) event.preventDefault(); }, { passive: false });
canvas.addEventListener("pointerdown", (event) => {
    const point = event.button || grip && grip.pointer !== null ? null : hit(event);
    if (!point) return;
    hold(point, nameOf(point), event.pointerId);
    grip.offset = pad.unproject(inside(event)).map((x, k) => grip.target[k] - x);
});
canvas.addEventListener("pointermove", (event) => {
    if (mine(event) && !event.buttons) return release();    // it was let go where this page did not hear of it
    if (mine(event)) return aim(pad.unproject(inside(event)).map((x, k) => x + grip.offset[k]));
    if (grip && grip.pointer !== null) return;              // a second finger beside the one that pulls
    if (!event.buttons) return canvas.classList.toggle("over", Boolean(hit(event)));
    release(); pad.drag(event);
});
for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) canvas.addEventListener(end, (event) => { if (mine(event)) release(); });
addEventListener("blur", release);
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
data.handles.forEach(({ name, point }, k) => {
    const button = element(`handle-${k}`);
    button.onfocus = () => { hold(point, name); draw(); };
    button.onblur = () => { if (grip && grip.pointer === null) release(); };
    button.onkeydown = (event) => {
        if (event.key === "Escape") return release();
        if (!ways[event.key]) return;
        event.preventDefault();
        if (!grip) hold(point, name);
        const step = data.size / 50 * (event.shiftKey ? 5 : 1), most = 0.5 * data.size, at = grip.rows.map((row) => dot(row, state.q));
        aim(grip.target.map((x, k) => Math.max(at[k] - most, Math.min(at[k] + most, x + step * ways[event.key][k]))));
    };
});
function set(to) {
    [mode, playing, paths] = [to, to === "pull" || !calm, paths.map(() => [])];
    if (to === "pull") still(state.q);
    sliders.forEach((one) => one.stop()); M.drive(M.phases.map(([s]) => [s, 0, 0]));
    if (state.q === origin.q && to === "swing") state = { ...origin, v: M.projectRate(origin.q, origin.v) };
    for (const one of ["pull", "swing"]) element(one).setAttribute("aria-pressed", to === one);
    refresh();
}
function refresh() { element("pause").textContent = playing ? "Pause" : "Go on"; draw(); pad.wake(); }
const acts = {
    pull: () => set("pull"), swing: () => set("swing"), pause: () => { playing = !playing; refresh(); },
    step: () => { playing = data.loose; if (data.loose) still(M.newton(state.q)); else advance(1 / 60, true); refresh(); say(true); },
    again: () => { release(); M.drive(data.drivers.map((one) => [one.value, 0, 0])); [state, note, newton] = [origin, "", null]; set(mode); pad.reset(); },
};
pad.listen({ p: acts.pull, l: acts.swing, " ": acts.pause, ".": acts.step, r: acts.again });
for (const name of Object.keys(acts)) element(name).onclick = acts[name];
document.querySelectorAll("#shown input").forEach((box) => { box.onchange = draw; });
set("pull");
