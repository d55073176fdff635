// Drawing a mechanism on a canvas: view, clock, pen, picture. The player and the live mechanism are drawn with it.
//
// scene: {dimension, up, flip, unit, per, bodies, low, high, view: {azimuth, elevation, low, high}}; low and high are the
// box around all motion, in the view on the first screen. step(seconds) moves, draws, and says whether it goes on.
"use strict";

function drawing(canvas, scene, redraw, step) {
const pen = canvas.getContext("2d"), spatial = scene.dimension === 3, upward = "xyz".indexOf(scene.up), flip = scene.flip || [1, 1, 1];
const INK = "#222", GROUND = "#555555", GRID = "#e3e6ea", SHADOW = "#d4d8de", RIM = "rgba(255,255,255,0.9)", FONT = "system-ui, 'DejaVu Sans', sans-serif";
const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);

// ---------------------------------------------------------------- view: from metres to pixels
const home = { azimuth: scene.view.azimuth, elevation: scene.view.elevation, zoom: 1, x: 0, y: 0 }, view = { ...home };
const frame = {};                                   // of the last picture: width, height, scale, rows, place of the origin

// Rows: right, up, towards the viewer. The same matrix as view_matrix in scene.py; flip turns a z or y that points down.
function viewMatrix({ azimuth, elevation }) {
    if (!spatial) return [[1, 0], [0, 1], [0, 0]];
    const a = azimuth * Math.PI / 180, e = elevation * Math.PI / 180;
    const ca = Math.cos(a), sa = Math.sin(a), ce = Math.cos(e), se = Math.sin(e);
    const rows = [[-sa, ca, 0], [-ca * se, -sa * se, ce], [ca * ce, sa * ce, se]];
    return (scene.up === "z" ? rows : rows.map(([x, y, z]) => [y, z, x])).map((row) => row.map((x, k) => x * flip[k]));
}
const atHome = (p) => viewMatrix(home).slice(0, 2).map((row) => dot(row, p));

// The view turns about the middle of the scene; the first picture fills the canvas.
function prepareView() {
    const width = canvas.clientWidth, height = canvas.clientHeight, ratio = window.devicePixelRatio || 1;
    const [x, y] = [width, height].map((pixels) => Math.round(pixels * ratio));
    if (canvas.width !== x || canvas.height !== y) [canvas.width, canvas.height] = [x, y];
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.lineCap = pen.lineJoin = "round";
    const { low, high } = scene.view, room = 2 * 46;        // pixels kept free for joint symbols and labels
    const spans = high.map((x, k) => x - low[k] || Math.max(...high.map((y, i) => y - low[i])) || 1);
    const scale = view.zoom * Math.min((width - room) / spans[0], (height - room) / spans[1]), rows = viewMatrix(view);
    const middle = scene.low.map((x, k) => (x + scene.high[k]) / 2), centre = atHome(middle);
    const aside = Math.max(0, Math.min(scene.view.aside || 0, (width - room - scale * spans[0]) / 2));      // room for a table
    const x0 = width / 2 - aside + view.x - scale * ((low[0] + high[0]) / 2 - centre[0] + dot(rows[0], middle));
    const y0 = height / 2 + view.y + scale * ((low[1] + high[1]) / 2 - centre[1] + dot(rows[1], middle));
    Object.assign(frame, { width, height, scale, rows, x0, y0 });
    return width > 0 && height > 0;
}
const project = (p) => {                            // [pixel x, pixel y, depth]
    const [x, y, depth] = frame.rows.map((row) => dot(row, p));
    return [frame.x0 + frame.scale * x, frame.y0 - frame.scale * y, depth];
};
const unproject = ([x, y]) => [(x - frame.x0) / frame.scale, (frame.y0 - y) / frame.scale];
const look = (change) => { Object.assign(view, change); redraw(); }, reset = () => look(home);
function zoom(factor) {
    const next = Math.max(0.2, Math.min(20, view.zoom * factor)), ratio = next / view.zoom;
    look({ zoom: next, x: view.x * ratio, y: view.y * ratio });
}
function turn(azimuth, elevation) {
    if (spatial) look({ azimuth: view.azimuth + azimuth, elevation: Math.max(-90, Math.min(90, view.elevation + elevation)) });
}
let pointer = {};                                   // a drag of the background turns the view, or moves it
function drag(event) {                              // not by a second finger, nor by a press that began elsewhere
    if (event.pointerId !== pointer.pointerId || !canvas.hasPointerCapture(event.pointerId)) return;
    const dx = event.clientX - pointer.clientX, dy = event.clientY - pointer.clientY, { shiftKey } = pointer = event;
    if (spatial && !shiftKey) turn(-dx / 2, dy / 2);
    else look({ x: view.x + dx, y: view.y + dy });
}
canvas.addEventListener("pointerdown", (event) => {
    pointer = event;
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener("wheel", (event) => {       // the page scrolls as usual unless the canvas has the focus
    if (!event.ctrlKey && document.activeElement !== canvas) return;
    event.preventDefault(); zoom(Math.exp(-event.deltaY / 500));
}, { passive: false });
function listen(own) {                              // keys by name; those that a control needs stay its own
    const keys = { "+": () => zoom(1.2), "=": () => zoom(1.2), "-": () => zoom(1 / 1.2), "_": () => zoom(1 / 1.2), ...own };
    if (spatial) Object.assign(keys, { a: () => turn(-5, 0), d: () => turn(5, 0), w: () => turn(0, 5), s: () => turn(0, -5) });
    document.addEventListener("keydown", (event) => {
        const act = keys[event.key] || keys[event.key.toLowerCase()], { tagName, type } = event.target;
        const native = { SELECT: /./, BUTTON: /^ $/, SUMMARY: /^ $/, INPUT: type === "checkbox" ? /^ $/ : /^(Arrow|Home|End)/ }[tagName];
        if (!act || native && native.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault(); act();
    });
}

// ---------------------------------------------------------------- clock: no loop runs while all is still or out of sight
let visible = true, request = 0, before = null;
function tick(now) {
    request = 0;
    const seconds = before === null ? 0 : (now - before) / 1000;
    before = now;
    if (visible && step(seconds) && !request) request = requestAnimationFrame(tick);
}
function wake() { if (!request && visible) { before = null; request = requestAnimationFrame(tick); } }
new ResizeObserver(redraw).observe(canvas);
addEventListener("resize", redraw);
new IntersectionObserver((entries) => {
    visible = entries[entries.length - 1].isIntersecting;
    wake();
}).observe(canvas);

// ---------------------------------------------------------------- pen
function line(points, colour, width, dash = []) {
    Object.assign(pen, { strokeStyle: colour, lineWidth: width });
    pen.setLineDash(dash); pen.beginPath();
    points.forEach(([x, y], k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.stroke(); pen.setLineDash([]);
}
function fill(points, colour) {
    pen.fillStyle = colour;
    pen.beginPath();
    points.forEach(([x, y]) => pen.lineTo(x, y));
    pen.fill();
}
function circle([x, y], radius, colour, width = 2) {
    pen.beginPath(); pen.arc(x, y, radius, 0, 7);
    Object.assign(pen, { fillStyle: colour, strokeStyle: INK, lineWidth: width });
    if (colour) pen.fill();
    pen.stroke();
}
const wide = (string, size) => { pen.font = `${size}px ${FONT}`; return pen.measureText(string).width; };
function text(string, x, y, align = "left", size = 15, colour = INK) {      // a white rim keeps it readable on lines
    const all = wide(string, size), before = { left: 0, center: all / 2, right: all }[align];
    const place = [within(x, before, all - before, frame.width), within(y, size / 2, size / 2, frame.height)];
    Object.assign(pen, { textAlign: align, textBaseline: "middle", fillStyle: colour, strokeStyle: RIM, lineWidth: 4 });
    pen.strokeText(string, ...place); pen.fillText(string, ...place);
}
// What would be cut at an edge is moved inside; what is wholly outside stays there.
function within(x, before, after, size) {
    const inside = Math.max(before + 4, Math.min(size - after - 4, x));
    return Math.abs(inside - x) < before + after + 10 ? inside : x;
}
function arrow(points, colour, width, rim = 0) {
    const [[ax, ay], [bx, by]] = points.slice(-2), length = Math.hypot(bx - ax, by - ay), head = Math.min(4 * width, length);
    if (length < 1) return;
    const ux = (bx - ax) / length, uy = (by - ay) / length, shaft = [...points.slice(0, -1), [bx - head * ux, by - head * uy]];
    const tip = [[bx, by], ...[1, -1].map((s) => [bx - head * (ux + s * uy / 2), by - head * (uy - s * ux / 2)])];
    if (rim) { line(shaft, "#fff", width + rim); line([...tip, tip[0]], "#fff", rim); }
    line(shaft, colour, width);
    fill(tip, colour);
}
function spring([[ax, ay], [bx, by]], colour) {
    const length = Math.hypot(bx - ax, by - ay) || 1, nx = -(by - ay) / length, ny = (bx - ax) / length, points = [[ax, ay]];
    for (let k = 0; k <= 12; k++) {                 // straight ends, zigzag between 15 % and 85 %
        const s = 0.15 + 0.7 * k / 12, side = k % 12 === 0 ? 0 : (k % 2 ? 8 : -8);
        points.push([ax + s * (bx - ax) + side * nx, ay + s * (by - ay) + side * ny]);
    }
    line([...points, [bx, by]], colour, 2);
}
function hatch([ax, ay], [bx, by]) {                // short strokes on the right-hand side of a line
    const length = Math.hypot(bx - ax, by - ay), ux = (bx - ax) / length, uy = (by - ay) / length;
    const stroke = (x, y) => line([[x, y], [x - 8 * (ux + uy), y + 8 * (ux - uy)]], GROUND, 1.2);
    for (let s = 8; s < length + 1; s += 9) stroke(ax + s * ux, ay + s * uy);
}
function support([x, y]) {                          // fixed support: triangle on hatched ground
    const triangle = [[x - 11, y + 17], [x, y], [x + 11, y + 17]], base = [[x - 17, y + 17], [x + 17, y + 17]];
    fill(triangle, "#fff");
    for (const stroke of [triangle, base]) line(stroke, GROUND, 2);
    hatch(...base);
}

// ---------------------------------------------------------------- picture
function faded(colour, far) {                       // what is far (0 to 1) is paler
    const mix = (k) => { const x = parseInt(colour.slice(k, k + 2), 16); return Math.round(x + 0.6 * far * (255 - x)); };
    return `#${[1, 3, 5].map((k) => mix(k).toString(16).padStart(2, "0")).join("")}`;
}
function segment({ body, kind, points, far }) {
    const ground = body < 0, plate = kind === "plate", colour = faded(ground ? GROUND : scene.bodies[body].colour, far);
    if (kind === "spring") return spring(points, colour);
    if (kind === "arrow") return arrow(points, colour, 3);
    const path = plate ? [...points, points[0], points[1]] : points, width = (1 - 0.4 * far) * (ground ? 2.5 : plate ? 3.5 : 6);
    if (plate) fill(points, `${colour}40`);
    if (!ground) line(path, "#fff", width + 3);     // a white rim shows which of two crossing links is in front
    line(path, colour, width, !ground && scene.bodies[body].dashed ? [12, 9] : []);
    if (ground && !spatial) path.slice(1).forEach((point, k) => hatch(path[k], point));
}
function drawSegments(segments) {
    const shown = segments.map((one) => ({ ...one, points: one.points.map(project), far: 0 }));
    if (spatial) {                                  // far ones first
        for (const one of shown) one.depth = one.points.reduce((sum, p) => sum + p[2], 0) / one.points.length;
        const depths = shown.map((one) => one.depth), near = Math.max(...depths), far = Math.min(...depths);
        for (const one of shown) one.far = (near - one.depth) / (near - far || 1);
        shown.sort((a, b) => a.depth - b.depth);
    }
    shown.forEach(segment);
}
function niceStep(length) {                         // 1, 2 or 5 times a power of ten, about a sixth of the length
    const power = 10 ** Math.floor(Math.log10(length / 6)), x = length / 6 / power;
    return (x < 1.5 ? 1 : x < 3.5 ? 2 : x < 7.5 ? 5 : 10) * power;
}
// Grid lines behind a planar scene or on the floor of a spatial one; its spacing is the scale of the picture.
function drawGrid(segments) {
    const { width, height, scale } = frame, [a, b] = [0, 1, 2].filter((k) => k < scene.dimension && !(spatial && k === upward));
    const size = Math.max(...scene.high.map((high, k) => high - scene.low[k])) || 1, least = Math.min(width, height) / scale;
    const extra = spatial ? 0 : 1.5 * Math.max(width, height) / scale;      // a planar grid fills the canvas
    const step = niceStep(spatial ? size : least), floor = scene.low.map((low, k) => (flip[k] < 0 ? scene.high[k] : low));
    const from = (k) => Math.floor((scene.low[k] - extra) / step - 1e-6), to = (k) => Math.ceil((scene.high[k] + extra) / step + 1e-6);
    const point = (x, y) => project(floor.map((z, k) => (k === a ? x * step : k === b ? y * step : z)));
    for (let x = from(a); x <= to(a); x++) line([point(x, from(b)), point(x, to(b))], GRID, 1);
    for (let y = from(b); y <= to(b); y++) line([point(from(a), y), point(to(a), y)], GRID, 1);
    const shadow = (p) => project(p.map((x, k) => (k === upward ? floor[k] : x)));
    if (spatial) for (const { body, points } of segments) if (body >= 0) line(points.map(shadow), SHADOW, 3);
    text(`grid ${+(step * (scene.per || 1)).toPrecision(1)} ${scene.unit}`, width - 10, height - 14, "right", 14, GROUND);
}
function drawAxes() {                               // the global directions, in the lower left corner
    const x0 = 40, y0 = frame.height - (frame.rows[1].some((y) => y < -0.7) ? 46 : 30);
    for (let k = 0; k < scene.dimension; k++) {
        const dx = 26 * frame.rows[0][k], dy = -26 * frame.rows[1][k];
        arrow([[x0, y0], [x0 + dx, y0 + dy]], GROUND, 2);
        if (Math.hypot(dx, dy) > 8) text("xyz"[k], x0 + 1.4 * dx, y0 + 1.4 * dy, "center", 14, GROUND);
    }
}
function drawLegend() {
    if (scene.bodies.length <= 8) scene.bodies.forEach((body, k) => {
        line([[12, 18 + 20 * k], [36, 18 + 20 * k]], body.colour, 6, body.dashed ? [4, 10] : []);
        text(body.name, 44, 18 + 20 * k);
    });
}
// segments: {body, kind, points}, markers: {label, ground, point}, traces: {label, path, now}; in metres. between() draws more.
function draw({ segments, markers, traces }, between = () => {}) {
    if (!prepareView()) return;
    fill([[0, 0], [frame.width, 0], [frame.width, frame.height], [0, frame.height]], "#fff");
    drawGrid(segments);
    for (const { path, now } of traces) {
        line(path.map(project), "#bbb", 1.5, [2, 4]);
        line(path.slice(0, now + 1).map(project), INK, 2);
    }
    for (const { ground, point } of markers) if (ground) support(project(point));
    drawSegments(segments);
    between();
    const ends = traces.map(({ label, path, now }) => [label, project(path[Math.min(now, path.length - 1)]), 3.5, INK]);
    const dots = [...ends, ...markers.map(({ label, point }) => [label, project(point), 5, "#fff"])];
    for (const [, at, radius, colour] of dots) circle(at, radius, colour);
    for (const [label, [x, y]] of dots) text(label, x + 10, y - 13);
    drawAxes();
    drawLegend();
}
return { frame, INK, project, unproject, atHome, drag, reset, listen, wake, line, fill, circle, wide, text, arrow, draw };
}
