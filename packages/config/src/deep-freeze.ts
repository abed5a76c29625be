/**
 * Freezes a value and everything in it, so that no module can change a value that others use. Instances of classes are
 * not frozen, because that would break classes with private state, such as dates and sets.
 *
 * @returns the same value
 * @example
 * const settings = deepFreeze({ mail: { host: 'localhost' } })
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value
  Object.freeze(value)
  for (const child of Object.values(value)) deepFreeze(child)
  return value
}
