import { type Doc, setOwn } from './document.ts'
import { isObject } from './operands.ts'

type Evaluate = (expression: unknown) => unknown

/**
 * Makes the document of the stage `$set`, which is also called `$addFields`: a path into a list sets the field of each
 * of its elements, and an object without operators is a list of such paths. A value that is `undefined` removes the
 * field.
 */
export function assignFields(document: Doc, fields: object, evaluate: Evaluate): Doc {
  // All expressions are about the document before the stage.
  const values = pathsOf(fields).map(([parts, expression]) => [parts, evaluate(expression)] as const)
  return values.reduce<Doc>((changed, [parts, value]) => withField(changed, parts, value) as Doc, document)
}

function pathsOf(fields: object, before: readonly string[] = []): [parts: readonly string[], expression: unknown][] {
  return Object.entries(fields).flatMap(([path, expression]: [string, unknown]) => {
    const parts = [...before, ...path.split('.')]
    return isFields(expression) ? pathsOf(expression, parts) : [[parts, expression]]
  })
}

function isFields(value: unknown): value is Doc {
  if (!isObject(value)) return false
  const names = Object.keys(value)
  return names.length > 0 && names.every(name => !name.startsWith('$'))
}

function withField(holder: unknown, parts: readonly string[], value: unknown): unknown {
  const [part, ...rest] = parts
  if (part === undefined) return value
  if (Array.isArray(holder)) return holder.map((element: unknown) => withField(element, parts, value))
  // A value that has no fields gives way to an object.
  if (value === undefined && !isObject(holder)) return holder
  const copy: Doc = isObject(holder) ? { ...holder } : {}
  const set = withField(Object.hasOwn(copy, part) ? copy[part] : undefined, rest, value)
  if (set === undefined) delete copy[part]
  else setOwn(copy, part, set)
  return copy
}
