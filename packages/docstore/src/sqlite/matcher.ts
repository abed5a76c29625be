import { DocstoreError } from '../errors.ts'
import { comparisons, type Test } from './comparisons.ts'
import type { Doc } from './document.ts'
import { mingo } from './mingo.ts'
import { operatorsOf } from './operators.ts'
import { valueAt } from './path.ts'

/**
 * Makes a function that says whether a document matches a filter.
 *
 * @throws DocstoreError `DOCSTORE_FILTER_INVALID`
 */
export function matcherOf(filter: object): (document: Doc) => boolean {
  try {
    const plain = plainTest(filter)
    if (plain) return plain
    const query = new (mingo().Query)(filter as Doc, mingo().options)
    return document => query.test(document)
  } catch (error) {
    if (error instanceof DocstoreError) throw error
    throw new DocstoreError('DOCSTORE_FILTER_INVALID', `The filter cannot be used: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Makes the test of a filter that has only the comparisons of this package; `undefined` for other filters. */
function plainTest(filter: object): Test | undefined {
  const tests: Test[] = []
  for (const [key, condition] of Object.entries(filter)) {
    const found = key.startsWith('$') ? branches(key, condition) : conditions(key, condition)
    if (!found) return undefined
    tests.push(found)
  }
  return tests.length === 1 ? tests[0] : document => tests.every(test => test(document))
}

function conditions(path: string, condition: unknown): Test | undefined {
  const tests = operatorsOf(condition)?.map(([operator, operand]) =>
    operator === '$elemMatch' ? elements(path, operand) : comparisons[operator]?.(path, operand),
  )
  if (!tests || tests.includes(undefined)) return undefined
  return document => (tests as Test[]).every(test => test(document))
}

/** Whether one element of a field of the document itself meets conditions on its own fields, as profiles do. */
function elements(path: string, condition: unknown): Test | undefined {
  if (path.includes('.') || typeof condition !== 'object' || condition === null) return undefined
  const names = Object.keys(condition)
  const test = names.length > 0 && names.every(name => !name.startsWith('$')) ? plainTest(condition) : undefined
  return (
    test &&
    (document => {
      const list = valueAt(document, [path])
      return Array.isArray(list) && list.some(element => hasFields(element) && test({ ...element }))
    })
  )
}

/** Whether a value has fields. Those of an array are its places. */
function hasFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

function branches(operator: string, condition: unknown): Test | undefined {
  if ((operator !== '$and' && operator !== '$or') || !Array.isArray(condition) || condition.length === 0)
    return undefined
  const tests = condition.map(branch =>
    typeof branch === 'object' && branch !== null ? plainTest(branch as object) : undefined,
  )
  if (tests.includes(undefined)) return undefined
  const all = tests as Test[]
  return operator === '$and'
    ? document => all.every(test => test(document))
    : document => all.some(test => test(document))
}
