/**
 * A function that makes its value once for each key, and forgets it with the key.
 *
 * @example
 * const viewOf = oncePer((context: ServerContext) => new PluginView(context))
 */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>()
  return key => {
    const known = made.get(key)
    if (known) return known.value
    const value = make(key)
    made.set(key, { value })
    return value
  }
}
