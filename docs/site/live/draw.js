// The picture: the plaza, its light and its walls on a 2D canvas; above it agents and their contacts by WebGL 2. Each of
// these is a square point that shows what is inside by the distance to the outline, so it is smooth at every size. WebGL
// reads agents as they lie in the module's memory, once for each tick; between ticks their velocity moves them.
import { AGENT, BLOCK, LONG_WALL, PILLAR, TORSO } from "./crowd.js";

const LINK = 2, CONTACT = 4; // what joins two agents that touch: its shape, and its place beside the streams
const VERTEX = `#version 300 es
  layout(location = 0) in vec4 pose;
  layout(location = 1) in vec2 velocity;
  layout(location = 2) in float radius;
  layout(location = 3) in uint shape;
  layout(location = 4) in uint category;
  layout(location = 5) in uint words; // the stream is the lowest byte
  uniform vec3 view; // the middle in metres, pixels per metre
  uniform vec2 size; // pixels
  uniform float ahead, least; // seconds until the tick, the least radius in pixels
  uniform bool byStream;
  uniform vec3 colours[7]; // circles, ellipses, four streams, contacts
  flat out vec2 along; // the shape's x axis
  flat out float reach;
  flat out vec3 form; // half sizes of the core and the radius, in pixels
  flat out uint kind;
  flat out vec3 colour;
  void main() {
    float turn = length(pose.zw);
    along = turn > 0.0 ? pose.zw / turn : vec2(1, 0);
    vec2 core = shape == ${TORSO}u ? vec2(0.04, 0.14) : shape == ${LINK}u ? vec2(turn, 0) : vec2(0);
    kind = shape;
    form = vec3(core * view.z, max(radius * view.z, least));
    reach = max(form.x, form.y) + form.z + 1.0;
    gl_PointSize = 2.0 * reach;
    vec2 place = (pose.xy - ahead * velocity - view.xy) * view.z;
    gl_Position = vec4(category == 0u ? vec2(9) : 2.0 * place / size, 0, 1);
    uint stream = words & 255u;
    colour = colours[stream >= ${CONTACT}u || byStream ? stream + 2u : shape];
  }`;
const FRAGMENT = `#version 300 es
  precision highp float;
  flat in vec2 along;
  flat in float reach;
  flat in vec3 form;
  flat in uint kind;
  flat in vec3 colour;
  out vec4 pixel;
  // The distance from outside to an ellipse: three steps by circles that have its curvature.
  float toEllipse(vec2 p, vec2 semi) {
    vec2 t = vec2(0.7071);
    p = abs(p);
    for (int i = 0; i < 3; i++) {
      vec2 middle = vec2(1, -1) * (semi.x * semi.x - semi.y * semi.y) * t * t * t / semi, from = p - middle;
      t = normalize(clamp((from * length(semi * t - middle) / length(from) + middle) / semi, 0.0, 1.0));
    }
    return dot(p / semi, p / semi) < 1.0 ? 0.0 : length(p - semi * t);
  }
  void main() {
    vec2 offset = (2.0 * gl_PointCoord - 1.0) * vec2(reach, -reach);
    vec2 at = vec2(dot(offset, along), dot(offset, vec2(-along.y, along.x))); // pixels, in the frame of the shape
    float core = kind == ${TORSO}u ? toEllipse(at, form.xy) : length(vec2(max(abs(at.x) - form.x, 0.0), at.y));
    float gap = core - form.z, cover = clamp(0.5 - gap, 0.0, 1.0), wide = form.y + form.z;
    float rim = clamp(gap + clamp(0.15 * wide, 1.0, 5.0) + 0.5, 0.0, 1.0) * smoothstep(2.5, 5.0, wide);
    float nose = clamp(0.5 + 0.16 * wide - length(at - vec2(form.x + 0.4 * form.z, 0)), 0.0, 1.0) * smoothstep(6.0, 10.0, wide);
    bool isAgent = kind != ${LINK}u;
    vec3 shade = isAgent ? mix(mix(colour, 0.55 * colour, rim), vec3(1), 0.85 * nose) : colour;
    pixel = vec4(shade, 1) * cover;
  }`;
const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);

// Points that show shapes, laid out like agents: the locations above are these members.
class Layer {
  constructor(gl) {
    Object.assign(this, { gl, count: 0, array: gl.createVertexArray(), buffer: gl.createBuffer() });
    const { words, pose, velocity, radius, shape, category, stream } = AGENT;
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    [pose, velocity, radius, shape, category, stream].forEach((member, place) => {
      if (place < 3) gl.vertexAttribPointer(place, [4, 2, 1][place], gl.FLOAT, false, 4 * words, 4 * member);
      else gl.vertexAttribIPointer(place, 1, gl.UNSIGNED_INT, 4 * words, 4 * member);
      gl.enableVertexAttribArray(place);
    });
  }
  upload(bytes) {
    const { gl } = this;
    this.count = bytes.byteLength / (4 * AGENT.words);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, bytes, gl.DYNAMIC_DRAW);
  }
  draw() {
    this.gl.bindVertexArray(this.array);
    this.gl.drawArrays(this.gl.POINTS, 0, this.count);
  }
}

export class Agents {
  constructor(canvas) {
    const gl = (this.gl = canvas.getContext("webgl2", { antialias: false, depth: false }));
    if (!gl) throw new Error("this browser has no WebGL 2");
    const program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    gl.useProgram(program);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.place = (name) => gl.getUniformLocation(program, name);
    this.agents = new Layer(gl);
    this.links = new Layer(gl);
  }
  // What stays from a tick to the next.
  look(crowd) {
    this.agents.upload(crowd.bytes);
    const touches = crowd.touches(), links = new Uint32Array(AGENT.words * touches.length);
    const numbers = new Float32Array(links.buffer);
    touches.forEach((pair, k) => {
      const [p, q] = pair.map((i) => crowd.agent(i)), at = AGENT.words * k, x = (p.x + q.x) / 2, y = (p.y + q.y) / 2;
      numbers.set([x, y, q.x - x, q.y - y, (p.vx + q.vx) / 2, (p.vy + q.vy) / 2], at);
      numbers[at + AGENT.radius] = 0.02;
      Object.entries({ shape: LINK, category: 1, stream: CONTACT }).forEach(([name, value]) => (links[at + AGENT[name]] = value));
    });
    this.links.upload(links);
    Object.assign(this, { crowd, tick: crowd.tick });
  }
  /** Draws agents as they are `ahead` seconds before their next tick, and links where they touch. */
  draw(crowd, view, ahead, { colours, byStream, contacts }) {
    if (this.crowd !== crowd || this.tick !== crowd.tick) this.look(crowd);
    const { gl, place } = this;
    // The viewport is wider than the canvas: a point whose middle lies outside of it is not drawn.
    const { width, height } = view, edge = Math.ceil(view.scale);
    gl.viewport(-edge, -edge, width + 2 * edge, height + 2 * edge);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform3f(place("view"), view.x, view.y, view.scale);
    gl.uniform2f(place("size"), width + 2 * edge, height + 2 * edge);
    gl.uniform1f(place("ahead"), ahead);
    gl.uniform1i(place("byStream"), byStream);
    gl.uniform3fv(place("colours"), colours.flatMap(parts));
    gl.uniform1f(place("least"), 0.7 * view.density);
    this.agents.draw();
    if (contacts) this.links.draw();
  }
}

/** Draws the plaza: a grid, what the lamp sees, and walls by their kinds. */
export function drawGround(pen, crowd, view, { colours, seen, lamp, reach, chosen }) {
  const { half } = crowd, pixel = view.density / view.scale;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, view.width, view.height);
  pen.setTransform(view.scale, 0, 0, -view.scale, view.width / 2 - view.scale * view.x, view.height / 2 + view.scale * view.y);
  drawGrid(pen, half, pixel, colours.grid);
  const edge = chosen === "lamp" ? colours.chosen : "#fff";
  if (seen) drawLight(pen, { seen, lamp, reach, pixel, colour: colours.light, edge });
  for (let i = 0; i < crowd.wallCount; i++) drawWall(pen, crowd, i, pixel, colours, chosen === i);
}
function drawGrid(pen, half, pixel, colour) {
  const step = [1, 5, 10, 50].find((metres) => metres > 24 * pixel) ?? 100;
  pen.beginPath();
  for (let at = Math.ceil(-half / step) * step; at <= half; at += step) {
    pen.moveTo(at, -half);
    pen.lineTo(at, half);
    pen.moveTo(-half, at);
    pen.lineTo(half, at);
  }
  Object.assign(pen, { lineWidth: pixel, strokeStyle: colour });
  pen.stroke();
}
function drawLight(pen, { seen, lamp, reach, pixel, colour, edge }) {
  const glow = pen.createRadialGradient(lamp.x, lamp.y, 0, lamp.x, lamp.y, reach);
  glow.addColorStop(0, `${colour}90`);
  glow.addColorStop(1, `${colour}18`);
  pen.beginPath();
  seen.forEach((fraction, i) => {
    const angle = (2 * Math.PI * i) / seen.length, length = fraction * reach;
    pen.lineTo(lamp.x + length * Math.cos(angle), lamp.y + length * Math.sin(angle));
  });
  pen.fillStyle = glow;
  pen.fill();
  pen.beginPath();
  pen.arc(lamp.x, lamp.y, 7 * pixel, 0, 7);
  Object.assign(pen, { fillStyle: "#d99a00", strokeStyle: edge, lineWidth: 2.5 * pixel });
  pen.fill();
  pen.stroke();
}
// A core with a round border, whose width is twice the rounding radius: twice, the first time wider by the outline.
function drawWall(pen, crowd, i, pixel, colours, isChosen) {
  const { shape, x, y, c, s } = crowd.wall(i), { corners, radius } = crowd.outlines[shape - LONG_WALL];
  const name = { [LONG_WALL]: "capsule", [BLOCK]: "box", [PILLAR]: "rounded" }[shape] ?? "polygon";
  pen.beginPath();
  for (let n = 0; n < corners.length; n += 2) {
    const px = corners[n], py = corners[n + 1];
    pen.lineTo(x + c * px - s * py, y + s * px + c * py);
  }
  pen.closePath();
  pen.lineJoin = pen.lineCap = radius > 0 ? "round" : "miter";
  for (const [outline, colour] of [[isChosen ? 6 : 3, isChosen ? colours.chosen : colours[`${name}-edge`]], [0, colours[name]]]) {
    const lineWidth = 2 * radius + outline * pixel;
    Object.assign(pen, { fillStyle: colour, strokeStyle: colour, lineWidth });
    if (lineWidth > 0) pen.stroke();
    pen.fill();
  }
}
