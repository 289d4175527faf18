// A chart of the last frames: milliseconds of script, those of ticks below those of drawing, with an axis that always fits.
const KEPT = 240, RIGHT = 4, TOP = 18, BOTTOM = 20; // frames; pixels of CSS
const TOPS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]; // milliseconds

export function drawChart(canvas, frames, { ink, line, tick, draw }) {
  const density = devicePixelRatio || 1, { width, height } = canvas.getBoundingClientRect(), pen = canvas.getContext("2d");
  const [wide, high] = [width, height].map((size) => Math.round(size * density));
  if (canvas.width !== wide || canvas.height !== high) Object.assign(canvas, { width: wide, height: high });
  pen.setTransform(density, 0, 0, density, 0, 0);
  pen.clearRect(0, 0, width, height);
  Object.assign(pen, { font: "11px system-ui, sans-serif", textBaseline: "middle", lineWidth: 1, strokeStyle: line });
  const shown = frames.slice(-KEPT), most = Math.max(...shown.map((frame) => frame.all), 0.5);
  const top = TOPS.find((step) => step >= most) ?? Math.ceil(most), bottom = height - BOTTOM, unit = `${top} ms`;
  const left = Math.ceil(pen.measureText(unit).width) + 6, right = width - RIGHT, each = (right - left) / KEPT;
  const down = (value) => bottom - (value / top) * (bottom - TOP);
  const across = (y) => (pen.beginPath(), pen.moveTo(left, y), pen.lineTo(right, y), pen.stroke());
  const write = (text, align, x, y) => (Object.assign(pen, { textAlign: align, fillStyle: ink }), pen.fillText(text, x, y));
  for (const value of [0, top / 2, top]) {
    across(Math.round(down(value)) + 0.5);
    write(value === top ? unit : value, "right", left - 6, down(value));
  }
  for (const [colour, from, to] of [[draw, "tick", "all"], [tick, "", "tick"]]) {
    pen.fillStyle = colour;
    shown.forEach((frame, i) => {
      const y = down(frame[to]);
      pen.fillRect(right - (shown.length - i) * each, y, each, down(frame[from] ?? 0) - y);
    });
  }
  const last = shown.slice(-60), mean = last.reduce((sum, frame) => sum + frame.all, 0) / Math.max(1, last.length);
  pen.strokeStyle = ink;
  pen.setLineDash([4, 3]);
  across(down(mean));
  pen.setLineDash([]);
  write(`mean of 60: ${mean.toFixed(2)} ms`, "right", right, 7);
  write("now", "right", right, height - 8);
  write(`${KEPT} frames ago`, "left", left, height - 8);
}
