// The player's page: a recorded motion, drawn by drawing.js (see player.py). One function scope: nothing global.
(function () {
const scene = JSON.parse(document.getElementById("scene").textContent), element = (id) => document.getElementById(id);
const canvas = element("canvas"), play = element("play"), scrub = element("scrub"), speed = element("speed");
const pad = drawing(canvas, scene, () => draw(), advance), times = scene.times, last = times.length - 1;

let frame = 0;                          // the frame shown
let clock = times[0];                   // the time played, in seconds
let playing = scene.play && last > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches;

// Points of a segment, marker or trace in one frame (things that do not move are stored once).
function pointsAt({ points }, i) {
    const flat = points[Math.min(i, points.length - 1)], d = scene.dimension;
    return Array.from({ length: flat.length / d }, (_, k) => flat.slice(d * k, d * (k + 1)));
}

function draw() {
    pad.draw({
        segments: scene.segments.map((one) => ({ ...one, points: pointsAt(one, frame) })),
        markers: scene.markers.map((one) => ({ ...one, point: pointsAt(one, frame)[0] })),
        traces: scene.traces.map((one) => ({ label: one.label, path: one.points, now: frame })),
    });
    const now = `t = ${times[frame].toFixed(scene.decimals)} s`;
    scrub.value = frame;
    scrub.setAttribute("aria-valuetext", now);
    element("time").textContent = now;
    play.textContent = playing ? "Pause" : "Play";
}

function advance(seconds) {             // in real time; says whether it goes on
    if (!playing) return false;
    clock += Math.min(seconds, 0.25) * speed.value;
    if (clock > times[last]) clock = times[0] + (clock - times[0]) % (times[last] - times[0]);
    let i = clock < times[frame] ? 0 : frame;
    while (i < last && times[i + 1] <= clock) i++;
    if (i !== frame) { frame = i; draw(); }
    return true;
}

function setPlaying(on) { playing = on && last > 0; draw(); pad.wake(); }
function goTo(i) { frame = Math.max(0, Math.min(last, i)); clock = times[frame]; setPlaying(false); }

pad.listen({
    " ": () => setPlaying(!playing), ArrowLeft: () => goTo(frame - 1), ArrowRight: () => goTo(frame + 1),
    Home: () => goTo(0), End: () => goTo(last), r: pad.reset,
});
play.onclick = () => setPlaying(!playing);
element("back").onclick = () => goTo(frame - 1);
element("forward").onclick = () => goTo(frame + 1);
element("reset").onclick = pad.reset;
scrub.max = last;
scrub.oninput = () => goTo(Number(scrub.value));
canvas.addEventListener("pointermove", (event) => { if (event.buttons) pad.drag(event); });

element("controls").hidden = last === 0;
draw();
pad.wake();
}());
