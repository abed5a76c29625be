/** How one entry is made from the context it belongs to. */
export type Entries<Ctx> = ReadonlyMap<string, (context: Ctx) => unknown>

/**
 * A class of records whose entries are made when they are first read, once per record.
 * The getters live on the prototype, so a record costs nothing until it is used.
 */
export function lazyRecord<Ctx>(kind: string, entries: Entries<Ctx>): new (context: Ctx) => Record<string, unknown> {
  class LazyRecord {
    readonly #context: Ctx
    readonly #making = new Set<string>()

    constructor(context: Ctx) {
      this.#context = context
    }

    static {
      for (const [name, make] of entries) {
        Object.defineProperty(this.prototype, name, {
          enumerable: true,
          get(this: LazyRecord) {
            return this.#make(name, make)
          },
        })
      }
    }

    #make(name: string, make: (context: Ctx) => unknown): unknown {
      if (this.#making.has(name))
        throw new Error(
          `${kind} ${[...this.#making, name].join(' needs ')}: they need each other; read the other one later, inside a function`,
        )
      this.#making.add(name)
      try {
        const value = make(this.#context)
        Object.defineProperty(this, name, { value, enumerable: true })
        return value
      } finally {
        this.#making.delete(name)
      }
    }
  }
  return LazyRecord as unknown as new (
    context: Ctx,
  ) => Record<string, unknown>
}
