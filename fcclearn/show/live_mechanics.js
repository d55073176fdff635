// The mechanics of a live page: a mechanism in full Cartesian coordinates, from the numbers that live_data.py writes.
//
//     M a + Phi_q' lam = g,    Phi_q a = gamma         on one factor of  K = M + mu Phi_q' Phi_q
//
// Redundant rows, singular positions and freedoms without mass are allowed. Vectors are Float64Arrays; a position is
// never changed in place. The coordinates come in an order that keeps the factor narrow.
function mechanism(data) {
    const n = data.q.length, m = data.equations.length, d = data.dimension, { bodies, strokes } = data;
    const zeros = (k) => new Float64Array(k), floats = (x) => Float64Array.from(x), ints = (x) => Int32Array.from(x);
    const dot = (x, y) => { let s = 0; for (let i = 0; i < x.length; i++) s += x[i] * y[i]; return s; };
    const norm = (x) => Math.sqrt(dot(x, x));
    const plus = (x, h, y) => { const z = zeros(n); for (let i = 0; i < n; i++) z[i] = x[i] + h * y[i]; return z; };
    const largest = (x) => x.reduce((s, y) => Math.max(s, Math.abs(y)), 0);                      // NaN stays NaN
    const matrix = (rows, columns, values, size) => (x, out = zeros(size)) => {     // sparse, times x, added to `out`
        for (let k = 0; k < rows.length; k++) out[rows[k]] += values[k] * x[columns[k]];
        return out;
    };

    // ------------------------------------------------------------ products of elements, quadratic polynomials of q
    //     R = c + 1/2 (a + G) q,    G = dR/dq = a + B q,    h = (B v) v: what Rdd holds beside G a
    const a = floats(data.map.a), c = floats(data.map.constants), rows = ints(data.map.rows), cols = ints(data.map.columns);
    const G = zeros(a.length), H = zeros(a.length), R = zeros(c.length), [entry, column, which, values] = data.map.B;
    const timesB = matrix(ints(entry), ints(column), floats(which.map((k) => values[k])));
    const [timesG, timesH] = [G, H].map((numbers) => matrix(rows, cols, numbers, c.length));
    let place = null;                                           // the position that G, R and the weights W belong to
    function look(q) {
        if (place === q) return;
        G.set(a); R.set(c);
        timesB(q, G);
        for (let e = 0; e < G.length; e++) R[rows[e]] += 0.5 * (a[e] + G[e]) * q[cols[e]];
        for (const one of equations) if (one.moves) weigh(one);
        place = q;
    }

    // ------------------------------------------------------------ equations: products mixed by functions of a phase s
    //     Phi = sum w_k(s) R_k - w_0(s)       s is driven, or itself a row; of a plain equation the only weight is 1
    const sine = Math.sin, cosine = Math.cos, FUNCTIONS = {     // value, first and second derivative
        0: () => [0, 0, 0], 1: () => [1, 0, 0], "s": (s) => [s, 1, 0], "s2": (s) => [s * s, 2 * s, 2],
        "cos": (s) => [cosine(s), -sine(s), -cosine(s)], "-sin": (s) => [-sine(s), -cosine(s), sine(s)],
    };
    const W = [], Ji = [], Jj = [], into = [], from = [], weight = [], entriesOf = data.map.constants.map(() => []);
    rows.forEach((row, e) => entriesOf[row].push(e));
    const phases = data.drivers.map((driver) => [driver.value, 0, 0]);      // s, sd, sdd of each driver
    const equations = data.equations.map((given, r) => {        // Phi_q: J[into] += W[weight] G[from]
        const one = typeof given === "number" ? { products: [given], weights: ["1"], offset: "0" } : { ...given, moves: true };
        const known = new Map(), terms = one.phase === undefined ? one.products : [...one.products, one.phase];
        one.first = W.length;
        for (const row of terms) for (const e of (W.push(0), entriesOf[row])) {
            if (!known.has(cols[e])) { known.set(cols[e], Jj.length); Ji.push(r); Jj.push(cols[e]); }
            into.push(known.get(cols[e])); from.push(e); weight.push(W.length - 1);
        }
        return one;
    });
    equations.forEach(weigh);
    const J = zeros(Jj.length), times = matrix(ints(Ji), ints(Jj), J, m), transposed = matrix(ints(Jj), ints(Ji), J, n);
    function sum({ products, w }, order, X) { return products.reduce((s, row, k) => s + w[k][order] * X[row], 0); }
    function weigh(one) {
        const s = one.phase !== undefined ? R[one.phase] : one.moves ? phases[one.driver][0] : 0;
        one.w = one.weights.map((name) => FUNCTIONS[name](s));
        one.w0 = FUNCTIONS[one.offset](s);
        one.slope = sum(one, 1, R) - one.w0[1];                 // dPhi/ds
        one.w.forEach((w, k) => { W[one.first + k] = w[0]; });
        if (one.phase !== undefined) W[one.first + one.w.length] = one.slope;
    }
    function drive(next) {                                      // [s, sd, sdd] of each driver
        if (next.every((phase, k) => phase.every((x, i) => x === phases[k][i]))) return;
        next.forEach((phase, k) => { phases[k] = [...phase]; });
        place = K.of = null;
    }
    function each(f) { const out = zeros(m); for (let r = 0; r < m; r++) out[r] = f(equations[r]); return out; }
    function phi(q) { look(q); return each((one) => sum(one, 0, R) - one.w0[0]); }
    function nu(q) { look(q); return each((one) => (one.driver === undefined ? 0 : -one.slope * phases[one.driver][1])); }
    function gamma(q, v) {
        look(q);
        timesB(v, H.fill(0));
        const h = timesH(v), Rd = timesG(v), rest = [0, 0, 0];
        return each((one) => {
            const [, sd, sdd] = one.phase !== undefined ? [0, Rd[one.phase], h[one.phase]] : phases[one.driver] || rest;
            const bend = one.moves ? (sum(one, 2, R) - one.w0[2]) * sd * sd + 2 * sd * sum(one, 1, Rd) + one.slope * sdd : 0;
            return -sum(one, 0, h) - bend;
        });
    }

    // ------------------------------------------------------------ mass, and points: r_P = C q with C = kron((1, c), I)
    const Mi = [], Mj = [], Mv = [], scale = zeros(n).fill(1), diagonal = zeros(n), constant = floats(data.force);
    for (const [, P, blocks] of bodies) blocks.forEach((block, i) => block.forEach((own, x) => {
        const row = P.slice(i * blocks.length, (i + 1) * blocks.length);
        row.forEach((p, j) => { if (p) { Mi.push(own); Mj.push(blocks[j][x]); Mv.push(p); } });
        diagonal[own] += row[i];
        constant[own] += P[i] * data.gravity[x];
        if (i === 0 && (row[1] !== undefined || P[0])) scale[own] = data.size;      // one size of a place, one radian of an axis
    }));
    const mu = 1e7 * (largest(diagonal) || 1), total = bodies.reduce((s, [, P]) => s + P[0], 0) || 1;
    const mass = matrix(ints(Mi), ints(Mj), floats(Mv), n), far = (x) => largest(x.map((xk, k) => xk / scale[k]));
    function position([body, ...p], x, one = true) {            // sum of p_k times the vectors r, u, v, (w)
        const out = body < 0 && one ? [...p] : Array(d).fill(0);
        if (body >= 0) bodies[body][2].forEach((block, k) => block.forEach((i, y) => { out[y] += p[k] * x[i]; }));
        return out;
    }
    function push(g, [body, ...p], f, sign = 1) {               // g + C' f
        if (body >= 0) bodies[body][2].forEach((block, k) => block.forEach((i, x) => { g[i] += sign * p[k] * f[x]; }));
        return g;
    }
    const rate = (point, v) => position(point, v, false), pulled = (point, f) => push(zeros(n), point, f);
    const apart = (P, Q, q, of = position) => { const from = of(P, q); return of(Q, q).map((x, k) => x - from[k]); };

    // ------------------------------------------------------------ the factor: K row by row from its first nonzero
    const first = Int32Array.from({ length: n }, (_, i) => i), at = new Int32Array(n), mates = equations.map(() => []);
    const couple = (i, j) => { if (j < first[i]) first[i] = j; };
    Ji.forEach((r, e) => mates[r].push(e)); Mv.forEach((_, k) => couple(Mi[k], Mj[k]));
    const pairs = mates.flatMap((mate) => mate.flatMap((e) => mate.filter((f) => Jj[f] <= Jj[e]).map((f) => [e, f])));
    for (const [e, f] of pairs) couple(Jj[e], Jj[f]);
    const room = first.reduce((sum, from, i) => { at[i] = sum - from; return sum + i - from + 1; }, 0);     // K_ij is L[at[i] + j]
    const [pE, pF, pAt] = [(p) => p[0], (p) => p[1], ([e, f]) => at[Jj[e]] + Jj[f]].map((of) => ints(pairs.map(of)));
    const [tInto, tFrom, tW] = [into, from, weight].map(ints);
    const [K, N] = [0, 1].map(() => ({ L: zeros(room), inverse: zeros(n), of: null }));         // N: of Phi_q' Phi_q alone
    function prepare(q) {                                       // J and the factor of K, at q
        if (K.of === q) return;
        look(q); J.fill(0);
        for (let t = 0; t < tInto.length; t++) J[tInto[t]] += W[tW[t]] * G[tFrom[t]];
        factor(K, mu, (L) => Mv.forEach((x, k) => { if (Mj[k] <= Mi[k]) L[at[Mi[k]] + Mj[k]] += x; }));
        [K.of, N.of] = [q, null];
    }
    function factor({ L, inverse }, penalty, add) {             // L L' = penalty Phi_q' Phi_q + what is added
        const begin = first, place = at;                        // local names: three times as fast
        L.fill(0);
        for (let t = 0; t < pAt.length; t++) L[pAt[t]] += penalty * J[pE[t]] * J[pF[t]];
        add(L);
        for (let i = 0; i < n; i++) {
            let r = place[i], pivot = L[r + i];
            for (let j = begin[i]; j < i; j++) {
                let o = place[j], s = L[r + j];
                for (let k = Math.max(begin[i], begin[j]); k < j; k++) s -= L[r + k] * L[o + k];
                L[r + j] = s *= inverse[j];
                pivot -= s * s;
            }
            if (!(pivot > 1e-14 * penalty)) pivot = 1e-13 * penalty;            // no mass and no equation hold this freedom
            inverse[i] = 1 / (L[r + i] = Math.sqrt(pivot));
        }
    }
    function back(b, { L, inverse } = K) {                      // L L' x = b
        const x = floats(b);
        for (let i = 0; i < n; x[i] *= inverse[i++]) for (let k = first[i], r = at[i]; k < i; k++) x[i] -= L[r + k] * x[k];
        for (let i = n - 1; i >= 0; i--) for (let k = first[i], r = at[i], s = x[i] *= inverse[i]; k < i; k++) x[k] -= L[r + k] * s;
        return x;
    }
    function solve(g, gam = null) {                             // a, and the constraint force p = Phi_q' lam
        const over = (x) => transposed(times(x).map((y, r) => mu * (y - (gam ? gam[r] : 0))));
        let x = back(gam ? plus(g, mu, transposed(gam)) : g), force = over(x), p = force;
        for (let it = 1; it < 6; it++) {
            const Mx = mass(x), dx = back(g.map((gi, i) => gi - Mx[i] - p[i] - force[i]));
            x = plus(x, 1, dx);
            force = over(x);
            p = plus(p, 1, force);
            if (norm(dx) <= 1e-6 * norm(x)) break;
        }
        return { x, p };
    }
    // What rows C of the coordinates yield to a pull: y with (S + shift 1) y = e, S = C K^-1 C', and dq = K^-1 C' y.
    function respond(C, e, shift) {
        const X = C.map((row) => solve(row).x), S = C.map((row) => X.map((x) => dot(row, x)));
        const trace = S.reduce((s, row, i) => s + row[i], 0), y = small(S, e, shift * (trace || 1e-300));
        const left = norm(S.map((row, i) => e[i] - dot(row, y)));
        return { y, trace, left, dq: X.reduce((dq, x, i) => plus(dq, y[i], x), NOTHING) };
    }
    function small(S, e, shift) {                               // (S + shift 1) y = e, by Gauss and Jordan
        const T = S.map((row, i) => [...row.map((x, j) => x + (i === j ? shift : 0)), e[i]]);
        T.forEach((pivot, i) => T.forEach((row, j) => {
            const f = row[i] / pivot[i];
            if (j !== i) pivot.forEach((x, l) => { row[l] -= f * x; });
        }));
        return T.map((row, i) => row[T.length] / row[i]);
    }

    // ------------------------------------------------------------ onto the constraints, and within the strokes
    const NOTHING = zeros(n), area = Math.max(1, data.size ** 2), PRECISE = 1e-12 * area;
    const correction = (error) => solve(NOTHING, error.map((x) => -x)).x, newton = (q) => { prepare(q); return plus(q, 1, correction(phi(q))); };
    const projectRate = (q, v) => { prepare(q); return solve(mass(v), nu(q)).x; };
    function project(start, most = 25) {                        // the nearest position, or null; J and K stay there
        for (let it = 0, q = start, before = Infinity; it < most; it++) {
            const error = phi(q), size = largest(error);
            if (!(size < 1e3 * area)) return null;
            const done = size <= PRECISE || (size >= 0.5 * before && before < 100 * PRECISE);
            if (done || !K.of || size > 0.01 * before) prepare(q);      // the old factor serves while it gains two digits
            if (done) return q;
            q = plus(q, 1, correction(error));
            before = size;
        }
        return null;
    }
    function stroke([, P, Q, low, high], q) {                   // length, its gradient, and how far it is beyond a limit
        const e = apart(P, Q, q), length = norm(e), f = e.map((x) => x / length);
        const beyond = high !== null && length > high ? length - high : low !== null && length < low ? length - low : 0;
        return { length, beyond, row: push(pulled(Q, f), P, f, -1) };
    }
    function within(q, v = null) {                              // back to the limits; what runs against one stops
        for (let round = 0; q && round < 5; round++) {
            const out = strokes.map((one) => stroke(one, q)).filter((one) => Math.abs(one.beyond) > (round && 1e-7 * data.size));
            if (!out.length) break;
            prepare(q);
            const rowsOf = (some) => some.map((one) => one.row), hit = out.filter((one) => v && dot(one.row, v) * one.beyond > 0);
            if (hit.length) v = plus(v, -1, respond(rowsOf(hit), rowsOf(hit).map((row) => dot(row, v)), 1e-9).dq);
            q = project(plus(q, -1, respond(rowsOf(out), out.map((one) => one.beyond), 1e-9).dq), 12);
        }
        return { q, v };
    }

    // ------------------------------------------------------------ let go: motion in time
    function applied(q, v) {
        const g = floats(constant);
        for (const [i, j, x] of data.linear) g[i] += x * q[j];                          // follower forces, moments
        for (const [i, k, angle, damping] of data.torsion) g[i] -= k * (q[i] - angle) + damping * v[i];
        for (const [P, Q, k, free, damping] of data.springs) {
            const e = apart(P, Q, q), l = norm(e) || 1e-12, tension = k * (l - free) + damping * dot(e, apart(P, Q, v, rate)) / l;
            push(push(g, P, e, tension / l), Q, e, -tension / l);
        }
        return g;
    }
    function acceleration(q, v, hand = null) {
        prepare(q);
        const g = applied(q, v);
        const pull = (row, k) => hand.k * (hand.reach[k] - dot(row, q)) - hand.c * dot(row, v);
        if (hand) hand.rows.forEach((row, k) => g.set(plus(g, pull(row, k), row)));
        return { ...solve(g, gamma(q, v)), g };
    }
    // One step of Runge and Kutta, then position and velocity brought back onto the constraints; null where that fails.
    function step({ q, v, t }, h, { law, hand, damping = 0 }) {
        const slope = (time, x, y) => { if (law) drive(law(time)); return acceleration(x, y, hand).x; };
        const mean = (x1, x2, x3, x4) => x1.map((x, i) => (x + 2 * x2[i] + 2 * x3[i] + x4[i]) / 6);
        const a1 = slope(t, q, v), v2 = plus(v, h / 2, a1), a2 = slope(t + h / 2, plus(q, h / 2, v), v2);
        const v3 = plus(v, h / 2, a2), a3 = slope(t + h / 2, plus(q, h / 2, v2), v3);
        const v4 = plus(v, h, a3), a4 = slope(t + h, plus(q, h, v3), v4), vn = plus(v, h, mean(a1, a2, a3, a4));
        const next = within(project(plus(q, h, mean(v, v2, v3, v4)), 12), vn.map((x) => Math.exp(-damping * h) * x));
        return next.q && { q: next.q, v: projectRate(next.q, next.v), t: t + h };
    }
    // The spring of a hand: critically damped, as stiff as the lightest direction of the point allows, but never stiffer
    // than for half of what a free point of the whole mass yields: at a dead position it hardly yields, but soon will.
    function hand(q, { rows: C, target }, omega = 30) {
        prepare(q);
        const e = C.map((row, k) => target[k] - dot(row, q)), cut = Math.min(1, 0.3 * data.size / (norm(e) || 1));
        const mobility = Math.max(0.5 / total, respond(C, e, 1).trace), reach = C.map((row, k) => dot(row, q) + cut * e[k]);
        return { rows: C, reach, k: omega ** 2 / mobility, c: 2 * omega / mobility };
    }
    // Some time in steps of at most h, halved where a step fails; after that the mechanism rests where it is.
    function advance(state, seconds, { h = 1 / 240, grip = null, law = null, damping = 0 } = {}) {
        for (let halving = 0, steps = Math.max(1, Math.ceil(seconds / h - 1e-9)); halving < 5; halving++, steps *= 2) {
            let now = state;
            for (let k = 0; k < steps && now; k++) {
                now = step(now, seconds / steps, { law, damping, hand: grip && hand(now.q, grip) });
                if (now && !(far(now.v) < 300)) now = null;     // sizes/s or rad/s: such a step went wrong
            }
            if (now) return now;
        }
        if (law) drive(law(state.t).map(([s]) => [s, 0, 0]));
        return { q: state.q, v: zeros(n), t: state.t, failed: true };
    }

    // ------------------------------------------------------------ pull: the nearest position, step by step
    // Levenberg and Marquardt on the constraints. Only steps that bring the point nearer are taken, none longer than 0.12
    // (sizes or radians). A grip {rows of C, target} remembers eps and its last step; after vain pictures it rests.
    let seed = 1;
    const random = () => zeros(n).map(() => (seed = (seed * 16807) % 2147483647) / 2147483647 - 0.5);
    function pull(start, grip, { near = 1e-4 * data.size, until = Infinity } = {}) {
        if (grip.rest === start && grip.tired > 3) return start;
        const miss = (x) => grip.rows.map((row, k) => grip.target[k] - dot(row, x));
        let q = start, e = miss(q);
        grip.distance = norm(e);
        function attempt(dq, gain) {
            const length = far(dq), cut = Math.min(1, 0.12 / (length || 1)), trial = plus(q, cut, dq), onto = project(trial, 12);
            if (!onto || far(plus(onto, -1, trial)) > 0.5 * cut * length + 1e-9) return false;      // it would leave its branch
            const next = within(onto).q, left = next && miss(next);
            if (!next || !(norm(left) < grip.distance * (1 - gain))) return false;
            Object.assign(grip, { last: plus(next, -1, q), distance: norm(left) });
            [q, e] = [next, left];
            return true;
        }
        // A fold, or the end of the reach: a small step along the last motion, or a random free one.
        const free = () => [grip.last, random()].some((way) => way && [1, -1].some((sign) => {
            prepare(q);
            const dq = solve(mass(way)).x, length = far(dq);
            return length > 1e-12 && attempt(dq.map((x) => sign * 0.03 / length * x), 1e-6);
        }));
        for (let it = 0, idle = 0; it < 6 && grip.distance > near && globalThis.performance.now() < until; it++) {
            prepare(q);
            const { dq, left } = respond(grip.rows, e, grip.eps = grip.eps || 1e-2);
            if (left > grip.distance * (1 - 1e-5)) {
                if (idle++ || !free()) break;
                grip.tired = 0;
            } else if (attempt(dq, 1e-7)) grip.eps = Math.max(1e-4, grip.eps / 4);
            else grip.eps = Math.min(1e6, grip.eps * 8);
        }
        grip.tired = q === start ? (grip.tired || 0) + 1 : 0;
        return (grip.rest = q);
    }

    // ------------------------------------------------------------ what can be shown
    function multipliers(p, lam = zeros(m)) {                   // the smallest lam with Phi_q' lam = p
        for (let it = 0; it < 3; it++) times(back(plus(p, -1, transposed(lam)))).forEach((x, r) => { lam[r] += mu * x; });
        return lam;
    }
    // Force of each joint on its body: -Phi_q' lam of its own rows, at r. Effort of each driver: lam dPhi/ds.
    function forces({ q, v }, hand) {
        const { x, g } = acceleration(q, v, hand), lam = multipliers(plus(g, -1, mass(x)));
        const joints = data.joints.map(([name, begin, end, body, point]) => {
            const p = transposed(lam.map((l, r) => (r >= begin && r < end ? l : 0)));
            return { name, place: position(point, q), force: bodies[body][2][0].map((i) => -p[i]) };
        });
        const effort = (k) => equations.reduce((s, one, r) => s + (one.driver === k ? lam[r] * one.slope : 0), 0);
        return { joints, efforts: data.drivers.map((_, k) => effort(k)) };
    }
    function holding(q, { rows: C }) {                          // a hand that holds a point at rest: the force f with C a = 0
        const { x } = acceleration(q, NOTHING), { y, trace } = respond(C, C.map((row) => -dot(row, x)), 1e-9);
        const f = trace * total > 1e-6 ? y : y.map(() => 0);    // what is held already needs no hand
        return { rows: C, reach: C.map((row, k) => dot(row, q) + f[k]), k: 1, c: 0, f };
    }
    // Orthogonal vectors x of length one with the smallest |Phi_q x|, in ascending order, by inverse iteration: the free
    // motions, and the smallest singular value beyond them, which is zero where the mechanism is singular.
    let soft = [];
    function softest(q) {
        prepare(q);
        if (N.of !== q) factor(N, 1, (L) => at.forEach((r, i) => { L[r + i] += 1e-9; }));
        N.of = q;
        const found = [], across = (y) => found.reduce((z, f) => plus(z, -dot(f.x, z), f.x), y);
        const unit = (y) => { const x = across(across(y)), l = norm(x); return x.map((z) => z / l); };
        for (let k = 0; k < n && (k <= data.free || found[k - 1].sigma < 1e-6); k++) {
            let x = unit(soft[k] || random()), sigma = Infinity, before = 0;
            for (let it = 0; it < 60 && (it < 2 || sigma > 1e-8 && Math.abs(sigma - before) > 1e-7 * sigma); it++) {
                [x, before] = [unit(back(x, N)), sigma];
                sigma = norm(times(x));
            }
            found.push({ x, sigma });
        }
        soft = found.map((f) => f.x);
        return { motions: soft.filter((_, k) => found[k].sigma < 1e-6), gauge: found[data.free]?.sigma };
    }
    function held(q, motions) {                                 // the smallest |strokes' rates| of a free motion of length one
        const T = motions.map((z) => strokes.map((one) => dot(stroke(one, q).row, z))), S = T.map((x) => T.map((y) => dot(x, y)));
        let y = T.map((_, k) => k + 1);                         // inverse iteration
        for (let it = 0; it < 40; it++) { y = small(S, y, 1e-14); const l = norm(y); y = y.map((x) => x / l); }
        return Math.sqrt(Math.max(0, dot(y, S.map((row) => dot(row, y)))));
    }
    function energy({ q, v }) {
        const turned = data.torsion.map(([i, k, angle]) => 0.5 * k * (q[i] - angle) ** 2);
        const stretched = data.springs.map(([P, Q, k, free]) => 0.5 * k * (norm(apart(P, Q, q)) - free) ** 2);
        return { T: 0.5 * dot(v, mass(v)), V: [...turned, ...stretched].reduce((V, x) => V + x, -dot(constant, q)) };
    }
    return { start: () => ({ q: floats(data.q), v: floats(data.qd), t: 0 }),
        n, data, phases, drive, phi, nu, gamma, prepare, transposed, position, rate, pulled, project, projectRate, newton, stroke,
        within, acceleration, advance, hand, pull, forces, holding, softest, held, energy, plus, dot, norm, largest, far };
}
