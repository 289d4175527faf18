// Which part of the plaza is seen: its middle in metres, and pixels per metre. Sizes are those of the canvas, in pixels of
// the screen; `density` of them are one of CSS.
const MOST = 300; // pixels of CSS per metre

export class View {
  constructor(canvas, half) {
    Object.assign(this, { canvas, half, x: 0, y: 0, zoom: 1, width: canvas.width, height: canvas.height, density: 1 });
  }
  resize(width, height, density) {
    Object.assign(this, { width, height, density });
  }
  /** Pixels per metre. */
  get scale() {
    return this.zoom * this.least;
  }
  // The same where the whole plaza is seen.
  get least() {
    return Math.min(this.width, this.height) / (2 * this.half + 1);
  }
  /** The point of the plaza that an event is at. */
  metres({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect(), k = this.width / box.width / this.scale;
    return { x: this.x + (clientX - box.left - box.width / 2) * k, y: this.y - (clientY - box.top - box.height / 2) * k };
  }
  /** Moves the plaza, so that a point of it is where an event is. */
  put(point, event) {
    const { x, y } = this.metres(event);
    this.look(this.x + point.x - x, this.y + point.y - y);
  }
  look(x, y) {
    const free = this.half * (1 - 1 / this.zoom), clamp = (value) => Math.max(-free, Math.min(free, value));
    Object.assign(this, { x: clamp(x), y: clamp(y) });
  }
  /** Zooms by a factor; the point at an event, without one the middle, stays where it is. */
  zoomBy(factor, event) {
    const point = event && this.metres(event);
    this.zoom = Math.max(1, Math.min((MOST * this.density) / this.least, this.zoom * factor));
    if (point) this.put(point, event);
    else this.look(this.x, this.y);
  }
  reset() {
    Object.assign(this, { x: 0, y: 0, zoom: 1 });
  }
}
