// Who may meet whom.
import { Owner, chosen, moduleOf, numbers, readOnly, refuse, steady } from "./base.js";
import { Bodies } from "./shapes.js";

/** Who may meet whom, in arrays of the module, one element for each body: category (1), mask (all bits), group (0). */
export class Filters extends Owner {
  constructor(bodies, values) {
    super(moduleOf("bodies", bodies, Bodies));
    const { capacity, count } = bodies, usual = { category: 1, mask: 0xffffffff, group: 0 };
    const given = Object.entries(chosen(values, { category: undefined, mask: undefined, group: undefined }))
      .map(([name, list]) => [name, list && steady(this.lg, numbers(name, Uint32Array, list, count, capacity))]);
    readOnly(this, { capacity });
    this.blocks = {};
    this.build(() => {
      for (const [name, list] of given) {
        this.blocks[name] = this.block(Uint32Array, capacity);
        this.blocks[name].view.fill(usual[name]).set(list ?? []);
      }
      const { category, mask, group } = this.blocks;
      this.c = this.struct("lgjk_filters", { category: category.at, mask: mask.at, group: group.at });
    });
  }
  get at() {
    return this.c.at;
  }
  get category() {
    return this.blocks.category.view;
  }
  get mask() {
    return this.blocks.mask.view;
  }
  get group() {
    return this.blocks.group.view;
  }
}
export const at = (thing) => (thing ? thing.at : 0);
/** Filters that were given by a name, if they are of so many bodies. */
export function filtersOf(name, filters, { capacity }) {
  if (filters instanceof Filters && filters.capacity < capacity)
    refuse(`${name}: those of ${capacity} bodies are required, not of ${filters.capacity}`);
  return filters;
}
