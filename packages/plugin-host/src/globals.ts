import { syncBuiltinESMExports } from 'node:module'
import { isWatched, LIBRARIES, nameOf, OBJECTS } from './watched-globals.ts'

/** A built-in of the language or of Node that was changed: `JSON.parse`, `Object.prototype.polluted`, `fs.readFile`. */
export interface GlobalChange {
  readonly name: string
  /** An addition is new: only `Object.prototype` is harmed by one, because every object has it then. */
  readonly kind: 'replaced' | 'removed' | 'added'
  /** The value that is there now. */
  readonly value: unknown
  /** Puts the built-in back. It does nothing where the change forbids that. */
  undo(): void
}

/** The built-ins at one moment: the names of their properties, and in one list each property. */
export interface GlobalsSnapshot {
  readonly keys: ReadonlyMap<object, ReadonlySet<PropertyKey>>
  readonly properties: readonly Property[]
}

interface Property {
  readonly object: Readonly<Record<PropertyKey, unknown>>
  readonly key: PropertyKey
  /** Nothing for a function that the object inherits, as `process.on`. */
  readonly before: PropertyDescriptor | undefined
  /** Its value; nothing where only a description of the property tells whether it is the same. */
  readonly value: unknown
}

/** Notes how the built-ins are now. It reads no value, because Node makes some globals when they are first read. */
export function snapshotGlobals(): GlobalsSnapshot {
  const keys = new Map<object, Set<PropertyKey>>()
  const properties: Property[] = []
  for (const object of OBJECTS.keys()) {
    const own = Reflect.ownKeys(object).filter(key => isWatched(object, key))
    keys.set(object, new Set(own))
    for (const key of own) {
      const before = Object.getOwnPropertyDescriptor(object, key) ?? {}
      properties.push({ object: object as Property['object'], key, before, value: before.value as unknown })
    }
  }
  for (const { object, keys: functions } of LIBRARIES)
    for (const key of functions)
      properties.push({ object, key, before: Object.getOwnPropertyDescriptor(object, key), value: object[key] })
  return { keys, properties }
}

const ownReplacements = new WeakSet<object>()

/** Marks a function by which the platform itself replaces a built-in, so that it counts as no change of a plugin. */
export function asOwnReplacement<F extends object>(replacement: F): F {
  ownReplacements.add(replacement)
  return replacement
}

/** The additions to built-ins since a snapshot that harm no other code. */
export function harmlessAdditionsSince(before: GlobalsSnapshot): readonly GlobalChange[] {
  const additions: GlobalChange[] = []
  for (const [object, known] of before.keys) if (object !== Object.prototype) findAdditions(object, known, additions)
  return additions
}

/**
 * The changes of built-ins since a snapshot that harm other code. It runs after each hook of each plugin, so it looks
 * at as little as it can. It has loops, because methods of lists may be among the changes.
 */
export function harmfulChangesSince({ keys, properties }: GlobalsSnapshot): readonly GlobalChange[] {
  const changes: GlobalChange[] = []
  for (const property of properties) {
    // Reading a value makes no object, as reading its description does; a getter is not called.
    if (property.value !== undefined && property.object[property.key] === property.value) continue
    const found = changeOf(property)
    if (found) changes.push(found)
  }
  findAdditions(Object.prototype, keys.get(Object.prototype), changes)
  return changes
}

function findAdditions(object: object, known: ReadonlySet<PropertyKey> | undefined, changes: GlobalChange[]): void {
  for (const key of Reflect.ownKeys(object))
    if (!known?.has(key) && isWatched(object, key)) changes.push(change('added', { object, key }))
}

function changeOf({ object, key, before }: Property): GlobalChange | null {
  const now = Object.getOwnPropertyDescriptor(object, key)
  if (typeof now?.value === 'function' && ownReplacements.has(now.value as object)) return null
  if (!before) return now ? change('replaced', { object, key }) : null
  if (!now) return change('removed', { object, key, before })
  if (now.value === before.value && now.get === before.get && now.set === before.set) return null
  if (Number.isNaN(now.value) && Number.isNaN(before.value)) return null
  // Node puts the value of a global in place of its getter when the global is first read.
  if (before.get && !now.get && before.get.call(object) === now.value) return null
  return change('replaced', { object, key, before })
}

interface Changed {
  readonly object: object
  readonly key: PropertyKey
  readonly before?: PropertyDescriptor | undefined
}

function change(kind: GlobalChange['kind'], { object, key, before }: Changed): GlobalChange {
  const owner = nameOf(object)
  return {
    kind,
    name: typeof key === 'symbol' ? `${owner}[${String(key)}]` : `${owner}${owner && '.'}${String(key)}`,
    value: Object.getOwnPropertyDescriptor(object, key)?.value as unknown,
    undo() {
      if (before) Reflect.defineProperty(object, key, before)
      else Reflect.deleteProperty(object, key)
      // Modules that import functions of Node by name got the replaced one.
      if (owner.startsWith('fs')) syncBuiltinESMExports()
    },
  }
}

/** Events of the process, each with the number of its listeners. */
export type ListenerCounts = ReadonlyMap<string | symbol, number>

/** Counts the listeners of the process's events. */
export function countListeners(): ListenerCounts {
  return new Map(process.eventNames().map(event => [event, process.listenerCount(event)]))
}

/** The events of the process that have more listeners than before. */
export function listenersSince(before: ListenerCounts): string[] {
  return [...countListeners()]
    .filter(([event, count]) => count > (before.get(event) ?? 0))
    .map(([event]) => String(event))
}
