import { EventEmitter } from 'node:events'
import fs from 'node:fs'

/** The classes whose own functions and whose prototypes are watched. */
const CLASSES = [
  'Object',
  'Function',
  'Array',
  'String',
  'Number',
  'Boolean',
  'Symbol',
  'BigInt',
  'Date',
  'RegExp',
  'Error',
  'Promise',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'ArrayBuffer',
  'Uint8Array',
  'Buffer',
  'URL',
  'URLSearchParams',
  'AbortController',
  'AbortSignal',
] as const

/** The objects whose functions are watched. */
const NAMESPACES = ['JSON', 'Math', 'Reflect', 'Atomics'] as const

/** Libraries set these for a moment to read stacks. */
const LOOSE = new Set<PropertyKey>(['stackTraceLimit', 'prepareStackTrace', 'captureStackTrace'])

/**
 * Node makes these when they are first read, or described, and loads its HTTP client and its streams of the web for
 * them. A server does without both, so they are not watched.
 */
const MADE_WHEN_READ: ReadonlySet<string> = new Set([
  ...['CloseEvent', 'EventSource', 'FormData', 'Headers', 'MessageEvent', 'Request', 'Response', 'WebSocket'],
  ...['ByteLengthQueuingStrategy', 'CountQueuingStrategy', 'CompressionStream', 'DecompressionStream'],
  ...['ReadableStream', 'ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest', 'ReadableStreamDefaultReader'],
  ...['ReadableByteStreamController', 'ReadableStreamDefaultController', 'TextDecoderStream', 'TextEncoderStream'],
  ...['TransformStream', 'TransformStreamDefaultController'],
  ...['WritableStream', 'WritableStreamDefaultController', 'WritableStreamDefaultWriter'],
])

/** Properties of the global object that are not of the language or of Node are not watched. */
const GLOBAL_NAMES = new Set(Object.getOwnPropertyNames(globalThis).filter(name => !MADE_WHEN_READ.has(name)))

/** Classes, their prototypes and namespaces, with their names. All of their properties are watched. */
export const OBJECTS: ReadonlyMap<object, string> = watchedObjects()

function watchedObjects(): ReadonlyMap<object, string> {
  const objects = new Map<object, string>([[globalThis, 'globalThis']])
  for (const name of [...CLASSES, ...NAMESPACES]) {
    const value: unknown = Reflect.get(globalThis, name)
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) continue
    objects.set(value, name)
    const prototype: unknown = Reflect.get(value, 'prototype')
    if (typeof prototype === 'object' && prototype !== null) objects.set(prototype, `${name}.prototype`)
  }
  objects.set(Object.getPrototypeOf(Uint8Array.prototype) as object, 'TypedArray.prototype')
  objects.set(EventEmitter.prototype, 'EventEmitter.prototype')
  return objects
}

/** Whether a property of one of these objects is watched. */
export function isWatched(object: object, key: PropertyKey): boolean {
  return object === globalThis ? typeof key === 'string' && GLOBAL_NAMES.has(key) : !LOOSE.has(key)
}

/** A library of Node that all code shares. Only its functions are watched, by the names that they have at the start. */
export interface Library {
  readonly object: Readonly<Record<PropertyKey, unknown>>
  readonly name: string
  readonly keys: readonly string[]
}

/** Functions that well-known packages wrap when they are loaded. The wrapped function does what it did before. */
const WRAPPED: ReadonlySet<string> = new Set([
  'process.emit',
  'process.reallyExit',
  'process.cwd',
  'process.chdir',
  'fs.close',
  'fs.closeSync',
])

export const LIBRARIES: readonly Library[] = [
  library('process', process, [...Object.keys(process), ...Object.keys(EventEmitter.prototype)]),
  library('console', console, Object.keys(console)),
  library('fs', fs, Object.keys(fs)),
  library('fs.promises', fs.promises, Object.keys(fs.promises)),
]

function library(name: string, object: object, keys: readonly string[]): Library {
  const own = object as Library['object']
  const isFunction = (key: string) => !Object.getOwnPropertyDescriptor(own, key)?.get && typeof own[key] === 'function'
  return {
    object: own,
    name,
    keys: [...new Set(keys)].filter(key => !key.startsWith('_') && !WRAPPED.has(`${name}.${key}`) && isFunction(key)),
  }
}

/** The name of a watched object; `''` for the global object. */
export function nameOf(object: object): string {
  if (object === globalThis) return ''
  return OBJECTS.get(object) ?? LIBRARIES.find(library => library.object === object)?.name ?? ''
}
