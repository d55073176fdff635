// What the mechanics of a live page say, for the tests: a list of questions as JSON in, a list of answers as JSON out.
"use strict";
const fs = require("fs"), input = JSON.parse(fs.readFileSync(0, "utf8"));
const mechanism = new Function(`"use strict"; ${fs.readFileSync(process.argv[2], "utf8")} return mechanism;`)();
const vector = (x) => Float64Array.from(x), list = (x) => Array.from(x);
const M = mechanism(input.data);

const questions = {
    // The equations, accelerations and forces at one state; `off` is a position that does not satisfy the constraints.
    instant({ q, v, off, phases }) {
        M.drive(phases);
        const Q = vector(q), V = vector(v), Off = vector(off), { x } = M.acceleration(Q, V), { joints, efforts } = M.forces({ q: Q, v: V });
        const { T, V: U } = M.energy({ q: Q, v: V });
        return { phi: list(M.phi(Off)), jacobian: M.data.equations.map((_, r, all) => (M.prepare(Off), list(M.transposed(vector(all.map((_, i) => +(i === r))))))), nu: list(M.nu(Q)), gamma: list(M.gamma(Q, V)), a: list(x),
            forces: joints.map((one) => one.force), efforts, energy: [T, U] };
    },
    // Positions at given times, in steps of at most h; the laws are polynomials of time.
    run({ times, h, laws, damping }) {
        const value = (c, t) => c.reduceRight((s, x) => s * t + x, 0), slope = (c) => c.slice(1).map((x, k) => x * (k + 1));
        const law = laws && ((t) => laws.map((c) => [value(c, t), value(slope(c), t), value(slope(slope(c)), t)]));
        let state = M.start();
        return times.slice(1).map((t, k) => list((state = M.advance(state, t - times[k], { h, law, damping })).q));
    },
    // Random pulls of points by targets that were reached before, or that are anywhere, also far away.
    pulls({ count, frames = 45, seed = 12345 }) {
        const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647, D = M.data, d = D.dimension, size = D.size;
        const points = D.segments.filter((s) => s.body >= 0).flatMap((s) => s.points).filter((p) => p[0] >= 0);
        const middle = D.low.map((x, k) => (x + D.high[k]) / 2), out = { phi: 0, jump: 0, rising: 0, possible: 0, reached: 0, mirrors: 0, stroke: 0 };
        let q = M.start().q, known = [q];
        for (let k = 0; k < count; k++) {
            const point = points[Math.floor(random() * points.length)], goal = k % 2 ? null : known[Math.floor(random() * known.length)];
            const target = goal ? M.position(point, goal) : middle.map((x) => x + (k % 4 === 1 ? 3 : 0.8) * size * (2 * random() - 1));
            const axes = d === 2 ? [[1, 0], [0, 1]] : screen(2 * Math.PI * random(), Math.PI * (random() - 0.5));
            const grip = { rows: axes.map((axis) => M.pulled(point, axis)), target: axes.map((axis) => M.dot(axis, target)) };
            for (let f = 0, before = Infinity; f < frames && !(grip.tired > 3); f++, before = grip.distance) {
                const next = M.pull(q, grip, { near: 2e-4 * size });
                if (!next.every(Number.isFinite)) throw new Error(`not finite after pull ${k}`);
                out.jump = Math.max(out.jump, M.far(M.plus(next, -1, q)));
                if (grip.distance > before * (1 + 1e-9)) out.rising++;
                q = next;
                if (grip.distance < 2e-4 * size) break;
            }
            if (goal) { out.possible++; out.reached += grip.distance < 2e-3 * size; }
            out.phi = Math.max(out.phi, M.largest(M.phi(q)));
            if (D.bodies.some(([, , at]) => at.length > 2 && determinant(at.slice(1).map((place) => place.map((i) => q[i]))) < 0.5)) out.mirrors++;
            for (const one of D.strokes) out.stroke = Math.max(out.stroke, Math.abs(M.stroke(one, q).beyond));
            known.push(q);
        }
        return { ...out, last: list(q) };
    },
    softest({ q }) {
        const { motions, gauge } = M.softest(vector(q));
        return { motions: motions.map(list), gauge, held: M.data.strokes.length ? M.held(vector(q), motions) : null };
    },
    newton({ q }) { return list(M.newton(vector(q))); },
    holding({ q, point }) {
        const rows = [0, 1].map((k) => M.pulled(point, M.data.gravity.map((_, i) => +(i === k)))), hand = M.holding(vector(q), { rows });
        const { x } = M.acceleration(vector(q), new Float64Array(M.n), hand);
        return { force: hand.f, acceleration: rows.map((row) => M.dot(row, x)) };
    },
    fall({ seconds }) {                         // with strokes: how far beyond a limit, and |Phi|, at the worst
        let state = M.start(), beyond = 0, phi = 0;
        for (let t = 0; t < seconds; t += 1 / 60) {
            state = M.advance(state, 1 / 60, { damping: 0.3 });
            for (const one of M.data.strokes) beyond = Math.max(beyond, Math.abs(M.stroke(one, state.q).beyond));
            phi = Math.max(phi, M.largest(M.phi(state.q)));
        }
        return { beyond, phi, failed: Boolean(state.failed) };
    },
};
function screen(a, e) {
    const ca = Math.cos(a), sa = Math.sin(a), ce = Math.cos(e), se = Math.sin(e);
    return [[-sa, ca, 0], [-ca * se, -sa * se, ce]];
}
function determinant(e) {
    if (e.length === 2) return e[0][0] * e[1][1] - e[0][1] * e[1][0];
    return e[0].reduce((s, x, i) => s + x * (e[1][(i + 1) % 3] * e[2][(i + 2) % 3] - e[1][(i + 2) % 3] * e[2][(i + 1) % 3]), 0);
}
process.stdout.write(JSON.stringify(input.ask.map(([name, given]) => questions[name](given))));
