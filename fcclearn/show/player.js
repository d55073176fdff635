// Plays the scene written in the page (see player.py). One function scope: nothing global.
(function () {
"use strict";

const scene = JSON.parse(document.getElementById("scene").textContent);
const element = (id) => document.getElementById(id);
const canvas = element("canvas"), pen = canvas.getContext("2d");
const play = element("play"), scrub = element("scrub"), speed = element("speed");

const spatial = scene.dimension === 3;
const times = scene.times, last = times.length - 1;
const size = Math.max(...scene.high.map((high, k) => high - scene.low[k])) || 1;      // of the box around all motion
const INK = "#222", GROUND = "#555", GRID = "#e3e6ea", FONT = "system-ui, 'DejaVu Sans', sans-serif";

let frame = 0;                          // the frame shown
let clock = times[0];                   // the time played, in seconds
let playing = scene.play && last > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches;
let visible = true;                     // false while the player is scrolled out of sight
let request = 0, before = null;         // of requestAnimationFrame


// ---------------------------------------------------------------- view: from metres to pixels

const home = { azimuth: scene.view.azimuth, elevation: scene.view.elevation, zoom: 1, x: 0, y: 0 };
let view = { ...home };
let project;                            // coordinates -> [pixel x, pixel y, depth]; made anew for each picture

// Rows: right, up, towards the viewer. The same matrix as view_matrix in scene.py.
function viewMatrix({ azimuth, elevation }) {
    if (!spatial) return [[1, 0], [0, 1], [0, 0]];
    const a = azimuth * Math.PI / 180, e = elevation * Math.PI / 180;
    const ca = Math.cos(a), sa = Math.sin(a), ce = Math.cos(e), se = Math.sin(e);
    const rows = [[-sa, ca, 0], [-ca * se, -sa * se, ce], [ca * ce, sa * ce, se]];
    return scene.up === "z" ? rows : rows.map(([x, y, z]) => [y, z, x]);
}

const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);

// The view turns about the middle of the scene; the first picture fills the canvas.
function prepareView(width, height) {
    const middle = scene.low.map((low, k) => (low + scene.high[k]) / 2);
    const { low, high } = scene.view;
    const room = 2 * 46;                // pixels kept free for joint symbols and labels
    const scale = view.zoom * Math.min((width - room) / (high[0] - low[0] || size), (height - room) / (high[1] - low[1] || size));
    const centre = viewMatrix(home).map((row) => dot(row, middle));
    const rows = viewMatrix(view);
    const x0 = width / 2 + view.x - scale * ((low[0] + high[0]) / 2 - centre[0]);
    const y0 = height / 2 + view.y + scale * ((low[1] + high[1]) / 2 - centre[1]);
    project = (point) => {
        const p = point.map((x, k) => x - middle[k]);
        return [x0 + scale * dot(rows[0], p), y0 - scale * dot(rows[1], p), dot(rows[2], p)];
    };
    return { scale, rows };
}

// Points of a segment, marker or trace in one frame (things that do not move are stored once).
function pointsAt(thing, i) {
    const flat = thing.points[Math.min(i, thing.points.length - 1)], points = [];
    for (let k = 0; k < flat.length; k += scene.dimension) points.push(project(flat.slice(k, k + scene.dimension)));
    return points;
}


// ---------------------------------------------------------------- drawing

function line(points, colour, width, dash = []) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.setLineDash(dash);
    pen.beginPath();
    points.forEach(([x, y], k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.stroke();
    pen.setLineDash([]);
}

function text(string, x, y, align = "left", size = 15, colour = INK) {
    pen.font = `${size}px ${FONT}`;
    pen.textAlign = align;
    pen.textBaseline = "middle";
    pen.strokeStyle = "rgba(255,255,255,0.9)";      // a white rim keeps labels readable on lines
    pen.lineWidth = 4;
    pen.strokeText(string, x, y);
    pen.fillStyle = colour;
    pen.fillText(string, x, y);
}

function arrow(points, colour, width) {
    const [ax, ay] = points[points.length - 2], [bx, by] = points[points.length - 1];
    const length = Math.hypot(bx - ax, by - ay);
    if (length < 1) return;
    const ux = (bx - ax) / length, uy = (by - ay) / length, head = Math.min(4 * width, length);
    line([...points.slice(0, -1), [bx - head * ux, by - head * uy]], colour, width);
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(bx, by);
    pen.lineTo(bx - head * ux - head * uy / 2, by - head * uy + head * ux / 2);
    pen.lineTo(bx - head * ux + head * uy / 2, by - head * uy - head * ux / 2);
    pen.fill();
}

function spring([[ax, ay], [bx, by]], colour) {
    const length = Math.hypot(bx - ax, by - ay) || 1, nx = -(by - ay) / length, ny = (bx - ax) / length;
    const teeth = 12, points = [[ax, ay]];
    for (let k = 0; k <= teeth; k++) {              // straight ends, zigzag between 15 % and 85 %
        const s = 0.15 + 0.7 * k / teeth, side = k === 0 || k === teeth ? 0 : (k % 2 ? 8 : -8);
        points.push([ax + s * (bx - ax) + side * nx, ay + s * (by - ay) + side * ny]);
    }
    line([...points, [bx, by]], colour, 2);
}

function hatch([ax, ay], [bx, by]) {                // short strokes on the right-hand side of a line
    const length = Math.hypot(bx - ax, by - ay), ux = (bx - ax) / length, uy = (by - ay) / length;
    for (let s = 8; s < length + 1; s += 9) {
        const x = ax + s * ux, y = ay + s * uy;
        line([[x, y], [x - 8 * (ux + uy), y + 8 * (ux - uy)]], GROUND, 1.2);
    }
}

function support(x, y) {                            // fixed support: triangle on hatched ground
    pen.fillStyle = "#fff";
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + 11, y + 17);
    pen.lineTo(x - 11, y + 17);
    pen.closePath();
    pen.fill();
    line([[x - 11, y + 17], [x, y], [x + 11, y + 17]], GROUND, 2);
    line([[x - 17, y + 17], [x + 17, y + 17]], GROUND, 2);
    hatch([x - 17, y + 17], [x + 17, y + 17]);
}

function segment({ thing, points }) {
    const ground = thing.body < 0, body = scene.bodies[thing.body];
    const colour = ground ? GROUND : body.colour;
    if (thing.kind === "spring") return spring(points, colour);
    if (thing.kind === "arrow") return arrow(points, colour, 3);
    const closed = thing.kind === "plate" ? [...points, points[0], points[1]] : points;
    if (thing.kind === "plate") {
        pen.fillStyle = colour + "40";
        pen.beginPath();
        points.forEach(([x, y]) => pen.lineTo(x, y));
        pen.fill();
    }
    const width = ground ? 2.5 : (thing.kind === "plate" ? 3.5 : 6);
    if (!ground) line(closed, "#fff", width + 3);   // a white rim shows which of two crossing links is in front
    line(closed, colour, width, !ground && body.dashed ? [12, 9] : []);
    if (ground && !spatial) closed.slice(1).forEach((point, k) => hatch(closed[k], point));
}

function drawSegments() {
    const shown = scene.segments.map((thing) => ({ thing, points: pointsAt(thing, frame) }));
    if (spatial) {                                  // far ones first
        for (const s of shown) s.depth = s.points.reduce((sum, p) => sum + p[2], 0) / s.points.length;
        shown.sort((a, b) => a.depth - b.depth);
    }
    shown.forEach(segment);
}

function drawTraces() {
    for (const trace of scene.traces) {
        const path = trace.points.map((_, i) => pointsAt(trace, i)[0]);
        line(path, "#bbb", 1.5, [2, 4]);
        line(path.slice(0, frame + 1), INK, 2);
    }
}

function drawSupports() {
    for (const marker of scene.markers.filter((m) => m.ground)) support(...pointsAt(marker, frame)[0]);
}

function drawMarkers() {
    const dots = [...scene.traces.map((thing) => [thing, 3.5, INK]), ...scene.markers.map((thing) => [thing, 5, "#fff"])];
    for (const [thing, radius, fill] of dots) {
        const [x, y] = pointsAt(thing, frame)[0];
        pen.beginPath();
        pen.arc(x, y, radius, 0, 7);
        pen.fillStyle = fill;
        pen.fill();
        pen.strokeStyle = INK;
        pen.lineWidth = 2;
        pen.stroke();
    }
    for (const [thing] of dots) {
        const [x, y] = pointsAt(thing, frame)[0];
        text(thing.label, x + 10, y - 13);
    }
}

function niceStep(length) {                         // 1, 2 or 5 times a power of ten, about a sixth of the length
    const power = 10 ** Math.floor(Math.log10(length / 6)), x = length / 6 / power;
    return (x < 1.5 ? 1 : x < 3.5 ? 2 : x < 7.5 ? 5 : 10) * power;
}

// Grid lines behind a planar scene or on the floor of a spatial one; its spacing is the scale of the picture.
function drawGrid(width, height, scale) {
    const up = spatial ? "xyz".indexOf(scene.up) : -1;
    const [a, b] = [0, 1, 2].filter((k) => k !== up && k < scene.dimension);
    const extra = spatial ? 0 : 1.5 * Math.max(width, height) / scale;      // a planar grid fills the canvas
    const step = niceStep(spatial ? size : Math.min(width, height) / scale);
    const from = (k) => Math.floor((scene.low[k] - extra) / step - 1e-6);
    const to = (k) => Math.ceil((scene.high[k] + extra) / step + 1e-6);
    const point = (x, y) => scene.low.map((low, k) => (k === a ? x * step : k === b ? y * step : low));
    for (let x = from(a); x <= to(a); x++) line([project(point(x, from(b))), project(point(x, to(b)))], GRID, 1);
    for (let y = from(b); y <= to(b); y++) line([project(point(from(a), y)), project(point(to(a), y))], GRID, 1);
    text(`grid ${+step.toPrecision(1)} ${scene.unit}`, width - 10, height - 14, "right", 14, "#555");
}

function drawAxes(height, rows) {                   // the global directions, in the lower left corner
    const x0 = 34, y0 = height - 30;
    for (let k = 0; k < scene.dimension; k++) {
        const dx = 26 * rows[0][k], dy = -26 * rows[1][k];
        arrow([[x0, y0], [x0 + dx, y0 + dy]], GROUND, 2);
        if (Math.hypot(dx, dy) > 8) text("xyz"[k], x0 + 1.4 * dx, y0 + 1.4 * dy, "center", 14, GROUND);
    }
}

function drawLegend() {
    if (scene.bodies.length > 8) return;
    scene.bodies.forEach((body, k) => {
        line([[12, 18 + 20 * k], [36, 18 + 20 * k]], body.colour, 6, body.dashed ? [4, 10] : []);
        text(body.name, 44, 18 + 20 * k);
    });
}

function draw() {
    const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width || !height) return;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.lineCap = pen.lineJoin = "round";
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, width, height);
    const { scale, rows } = prepareView(width, height);
    drawGrid(width, height, scale);
    drawTraces();
    drawSupports();
    drawSegments();
    drawMarkers();
    drawAxes(height, rows);
    drawLegend();
    showTime();
}

function showTime() {
    const now = `t = ${times[frame].toFixed(scene.decimals)} s`;
    scrub.value = frame;
    scrub.setAttribute("aria-valuetext", now);
    element("time").textContent = now;
    play.textContent = playing ? "Pause" : "Play";
}


// ---------------------------------------------------------------- playing

function tick(now) {
    request = 0;
    if (!playing || !visible) return;
    if (before !== null) advance(Math.min((now - before) / 1000, 0.25) * speed.value);
    before = now;
    request = requestAnimationFrame(tick);
}

function wake() {                                   // no loop runs while paused or out of sight
    if (!playing || !visible || request) return;
    before = null;
    request = requestAnimationFrame(tick);
}

function advance(seconds) {
    clock += seconds;
    if (clock > times[last]) clock = times[0] + (clock - times[0]) % (times[last] - times[0]);
    let i = clock < times[frame] ? 0 : frame;
    while (i < last && times[i + 1] <= clock) i++;
    if (i === frame) return;
    frame = i;
    draw();
}

function setPlaying(on) {
    playing = on && last > 0;
    draw();
    wake();
}

function goTo(i) {
    frame = Math.max(0, Math.min(last, i));
    clock = times[frame];
    setPlaying(false);
}


// ---------------------------------------------------------------- hands: buttons, keys, mouse

function zoom(factor) {
    const next = Math.max(0.2, Math.min(20, view.zoom * factor)), ratio = next / view.zoom;
    view = { ...view, zoom: next, x: view.x * ratio, y: view.y * ratio };
    draw();
}

function turn(azimuth, elevation) {
    if (!spatial) return;
    view.azimuth += azimuth;
    view.elevation = Math.max(-90, Math.min(90, view.elevation + elevation));
    draw();
}

function resetView() {
    view = { ...home };
    draw();
}

const keys = {
    " ": () => setPlaying(!playing),
    ArrowLeft: () => goTo(frame - 1), ArrowRight: () => goTo(frame + 1),
    Home: () => goTo(0), End: () => goTo(last),
    "+": () => zoom(1.2), "=": () => zoom(1.2), "-": () => zoom(1 / 1.2), "_": () => zoom(1 / 1.2),
    r: resetView, R: resetView,
    a: () => turn(-5, 0), d: () => turn(5, 0), w: () => turn(0, 5), s: () => turn(0, -5),
};

document.addEventListener("keydown", (event) => {
    const native = { SELECT: true, BUTTON: event.key === " ", INPUT: /^(Arrow|Home|End)/.test(event.key) };
    if (!keys[event.key] || native[event.target.tagName] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
});

play.onclick = () => setPlaying(!playing);
element("back").onclick = () => goTo(frame - 1);
element("forward").onclick = () => goTo(frame + 1);
element("reset").onclick = resetView;
scrub.max = last;
scrub.oninput = () => goTo(Number(scrub.value));

canvas.addEventListener("pointerdown", (event) => {
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener("pointermove", (event) => {
    if (!event.buttons) return;
    if (spatial && !event.shiftKey) return turn(-event.movementX / 2, event.movementY / 2);
    view.x += event.movementX;
    view.y += event.movementY;
    draw();
});
canvas.addEventListener("wheel", (event) => {       // the page scrolls as usual unless the player has the focus
    if (!event.ctrlKey && document.activeElement !== canvas) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 500));
}, { passive: false });

new ResizeObserver(draw).observe(canvas);
addEventListener("resize", draw);
new IntersectionObserver((entries) => {
    visible = entries[entries.length - 1].isIntersecting;
    wake();
}).observe(canvas);

element("controls").hidden = last === 0;
element("keys").textContent = [
    ...(last ? ["Space: play/pause", "\u2190 \u2192: step", "Home, End"] : []),
    "+ \u2212: zoom", "R: reset view",
    ...(spatial ? ["drag or A D W S: turn", "Shift-drag: move"] : ["drag: move"]),
].join(" \u00b7 ");
draw();
wake();
}());
