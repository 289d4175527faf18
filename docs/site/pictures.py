"""Draws the pictures of docs/concepts.md. What they show of a query is what the command line program answers.

pictures.py LANEGJK FOLDER
"""
import csv
import io
import json
import math
import pathlib
import subprocess
import sys

SCALE = 40  # pixels for a unit
STYLE = """<style>
text { font: 14px sans-serif; fill: #555 } .core { fill: #8fb3d9; stroke: none } .round { fill: #c6d9ee; stroke: #c6d9ee }
.line { stroke: #c0392b; stroke-width: 2; fill: none } .point { fill: #c0392b } .thin { stroke: #888; stroke-dasharray: 4 4 }
.bare { stroke: #8fb3d9; fill: none } .ghost { opacity: 0.45 }
svg { background: #fff } .middle { text-anchor: middle }
</style>"""


def shape(core, radius=0.0):
    """Returns a shape of a scene."""
    return {**core, "radius": radius} if radius else core


def outline(item):
    """Returns the vertices of a shape's core; none for an ellipse."""
    if "box" in item:
        x, y = item["box"]
        return [(-x, -y), (x, -y), (x, y), (-x, y)]
    return item.get("points", [])


def look_of(width):
    return f'stroke-width="{width:g}" stroke-linejoin="round" stroke-linecap="round"'


class Picture:
    """An SVG whose y goes up, as the library's does."""

    def __init__(self, width, height):
        self.size = width, height
        self.parts = []

    def at(self, x, y):
        return f"{x * SCALE:.1f}", f"{(self.size[1] - y) * SCALE:.1f}"

    def body(self, item, place, angle=0.0, kind=""):
        """Draws the core, and around it what the rounding radius adds."""
        x, y = self.at(*place)
        turn = f'transform="translate({x} {y}) rotate({-math.degrees(angle):.2f}) scale({SCALE} {-SCALE})" class="{kind}"'
        width = 2 * item.get("radius", 0.0)
        if "ellipse" in item:
            core = f'<ellipse rx="{item["ellipse"][0]:g}" ry="{item["ellipse"][1]:g}"'
        else:
            points = outline(item)
            path = "M" + "L".join(f"{px:g} {py:g}" for px, py in points)
            core = f'<path d="{path}{"Z" if len(points) > 1 else "h0"}"'
        rounded = f'{core} class="round" {look_of(width)}/>' if width else ""
        thin = ' class="core"/>' if len(outline(item)) > 2 or "ellipse" in item else f' class="bare" {look_of(0.12)}/>'
        self.parts.append(f"<g {turn}>{rounded}{core}{thin}</g>")

    def line(self, start, end, kind="line"):
        (x1, y1), (x2, y2) = self.at(*start), self.at(*end)
        self.parts.append(f'<path d="M{x1} {y1}L{x2} {y2}" class="{kind}"/>')

    def arrow(self, start, end):
        self.line(start, end)
        x, y = self.at(*end)
        angle = math.degrees(math.atan2(-(end[1] - start[1]), end[0] - start[0]))
        self.parts.append(f'<path d="M0 0L-9 4V-4Z" transform="translate({x} {y}) rotate({angle:.2f})" class="point"/>')

    def point(self, place):
        x, y = self.at(*place)
        self.parts.append(f'<circle cx="{x}" cy="{y}" r="4" class="point"/>')

    def text(self, place, words, kind=""):
        x, y = self.at(*place)
        self.parts.append(f'<text x="{x}" y="{y}" class="{kind}">{words}</text>')

    def write(self, path):
        width, height = (side * SCALE for side in self.size)
        size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
        path.write_text("\n".join([head, STYLE, *self.parts, "</svg>\n"]), encoding="utf-8")


def query(lanegjk, shapes, bodies, *options):
    """Returns what the program answers for the first pair of two bodies: numbers by the names of their columns."""
    scene = json.dumps({"dim": 2, "shapes": shapes, "bodies": bodies, "pairs": [[0, 1]]})
    said = subprocess.run([lanegjk, "query", "-", *options], input=scene, capture_output=True, text=True, check=True).stdout
    row = next(csv.DictReader(io.StringIO(said)))
    return {name: float(value) if name != "status" and value else value for name, value in row.items()}


def draw_shapes():
    picture = Picture(16, 3.4)
    shown = [("circle", shape({"points": [[0, 0]]}, 0.9)), ("capsule", shape({"points": [[-0.8, -0.4], [0.8, 0.4]]}, 0.5)),
             ("rounded polygon", shape({"points": [[-0.8, -0.6], [0.9, -0.5], [0, 0.8]]}, 0.35)),
             ("box", {"box": [1.1, 0.7]}), ("ellipse", {"ellipse": [1.3, 0.7]})]
    for i, (name, item) in enumerate(shown):
        picture.body(item, (1.7 + 3.15 * i, 2))
        picture.text((1.7 + 3.15 * i, 0.3), name, "middle")
    return picture


def bodies_of(*placed):
    return [{"shape": i, "p": list(place), "angle": angle} for i, (place, angle) in enumerate(placed)]


def draw_distance(lanegjk):
    picture = Picture(10, 5)
    shapes = [shape({"points": [[-1.2, -1.3], [1.4, -0.6], [-0.4, 1.4]]}, 0.4), {"box": [1.3, 0.8]}]
    placed = ((2.6, 2.4), 0.0), ((7.4, 2.9), 0.5)
    found = query(lanegjk, shapes, bodies_of(*placed))
    for item, (place, angle) in zip(shapes, placed):
        picture.body(item, place, angle)
    a, b = (found["ax"], found["ay"]), (found["bx"], found["by"])
    picture.line(a, b)
    picture.point(a)
    picture.point(b)
    picture.text(((a[0] + b[0]) / 2 - 0.9, max(a[1], b[1]) + 0.8), f"distance {found['distance']:.3f}")
    picture.text((2.2, 2.3), "A")
    picture.text((7.4, 2.8), "B")
    return picture


def draw_contact(lanegjk):
    picture = Picture(11, 5.5)
    shapes = [{"box": [3.4, 0.9]}, {"box": [1.4, 0.9]}]
    placed = ((5, 1.3), 0.0), ((5.2, 2.85), 0.06)
    found = query(lanegjk, shapes, bodies_of(*placed), "--query", "contact", "--manifold", "--margin", "0.1")
    for item, (place, angle) in zip(shapes, placed):
        picture.body(item, place, angle, "ghost")
    points = [(found[f"x{i + 1}"], found[f"y{i + 1}"]) for i in range(int(found["points"]))]
    for place in points:
        picture.point(place)
    x, y = (sum(axis) / len(points) for axis in zip(*points))
    picture.arrow((x, y), (x + 1.5 * found["nx"], y + 1.5 * found["ny"]))
    picture.text((6.9, y + 1.3), "normal, from A to B")
    picture.text((0.4, 5.05), f"signed distance {found['distance']:.3f}: they overlap")
    picture.text((0.4, 4.6), f"{len(points)} points carry the load")
    picture.text((2, 1.2), "A")
    picture.text((4.2, 3.1), "B")
    return picture


def draw_cast(lanegjk):
    picture = Picture(10, 5)
    shapes = [shape({"points": [[0, 0]]}, 0.6), {"box": [1.3, 0.9]}]
    placed, way = (((1.2, 3.9), 0.0), ((7.2, 2.2), 0.4)), (7.0, -2.0)
    bodies = bodies_of(*placed)
    bodies[0]["way"] = list(way)
    found = query(lanegjk, shapes, bodies, "--query", "cast")
    start, share = placed[0][0], found["fraction"]
    there = tuple(start[k] + share * way[k] for k in range(2))
    picture.body(shapes[1], *placed[1])
    picture.body(shapes[0], start, 0.0, "ghost")
    picture.body(shapes[0], there)
    picture.line(start, tuple(start[k] + way[k] for k in range(2)), "thin")
    picture.point((found["x"], found["y"]))
    picture.arrow((found["x"], found["y"]), (found["x"] + found["nx"], found["y"] + found["ny"]))
    picture.text((0.4, 0.4), f"they touch at {share:.3f} of the way")
    return picture


def main(lanegjk, folder):
    pictures = {"shapes": draw_shapes(), "distance": draw_distance(lanegjk), "contact": draw_contact(lanegjk),
                "cast": draw_cast(lanegjk)}
    for name, picture in pictures.items():
        picture.write(pathlib.Path(folder) / f"{name}.svg")


if __name__ == "__main__":
    main(*sys.argv[1:])
