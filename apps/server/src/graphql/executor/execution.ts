import { inspect } from 'node:util'
import { isThenable } from '@platform/plugin-host'
import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isObjectType,
  locatedError,
  responsePathAsArray,
  type ValidatedExecutionArgs,
} from 'graphql'
import { endEarly, ignoreAll, ignoreRest } from './abandoned.ts'
import { argumentsOf, type FieldSet, type PlannedField, type Shape } from './field.ts'
import { FieldErrors, type Path } from './field-errors.ts'
import type { Selection } from './plan.ts'
import { Work } from './work.ts'

/** A place of the answer whose value is being completed. */
interface Place {
  readonly field: PlannedField
  readonly path: Path
  readonly info: GraphQLResolveInfo
}

type Results = Record<string, unknown>
type Method = (...given: unknown[]) => unknown

/** One execution of an operation. Fields and types that need no promise are resolved without one. */
export class Execution {
  readonly #args: ValidatedExecutionArgs
  readonly #selection: Selection
  readonly #errors = new FieldErrors()
  readonly #work = new Work()

  constructor(args: ValidatedExecutionArgs, selection: Selection) {
    this.#args = args
    this.#selection = selection
  }

  run(): ExecutionResult | Promise<ExecutionResult> {
    const { schema, operation, rootValue } = this.#args
    const kind = operation.operation
    try {
      const type = schema.getRootType(kind)
      if (!type) throw new GraphQLError(`Schema is not configured to execute ${kind} operation.`, { nodes: operation })
      const fields = this.#selection.fieldsOf(type)
      const data =
        kind === 'mutation' ? this.#executeInTurn(fields, rootValue) : this.#executeFields(fields, rootValue, undefined)
      return data instanceof Promise
        ? data.then(
            all => this.#answer(all),
            (error: unknown) => this.#failed(error),
          )
        : this.#answer(data)
    } catch (error) {
      return this.#failed(error)
    }
  }

  #answer(data: unknown): ExecutionResult {
    this.#work.end()
    const { errors } = this.#errors
    return (errors.length > 0 ? { errors, data } : { data }) as ExecutionResult
  }

  #failed(error: unknown): ExecutionResult {
    this.#errors.add(error instanceof GraphQLError ? error : locatedError(error, undefined), undefined)
    return this.#answer(null)
  }

  /** The fields of a mutation, one after the other. */
  #executeInTurn({ fields, empty }: FieldSet, source: unknown): object | Promise<object> {
    let results: Results | Promise<Results> = { ...empty }
    for (const field of fields)
      results =
        results instanceof Promise
          ? results.then(before => this.#executeNext(field, source, before))
          : this.#executeNext(field, source, results)
    return results
  }

  #executeNext(field: PlannedField, source: unknown, results: Results): Results | Promise<Results> {
    this.#work.assertGoesOn()
    const value = this.#executeField(field, source, undefined)
    results[field.key] = value
    if (!(value instanceof Promise)) return results
    return value.then(done => {
      results[field.key] = done
      return results
    })
  }

  #executeFields({ fields, empty }: FieldSet, source: unknown, path: Path | undefined): object | Promise<object> {
    const results = { ...empty }
    let pending: string[] | undefined
    try {
      for (const field of fields) {
        const value = field.isTypename
          ? field.parentType.name
          : field.leaf
            ? this.#readLeaf(field, source, path)
            : this.#executeField(field, source, path)
        results[field.key] = value
        if (value instanceof Promise) {
          pending ??= []
          pending.push(field.key)
        }
      }
    } catch (error) {
      if (pending) ignoreAll(Object.values(results))
      throw error
    }
    return pending ? this.#awaitFields(pending, results) : results
  }

  /** Each promise is awaited itself and not what is made of it, because errors are told in the order they come in. */
  async #awaitFields(keys: readonly string[], results: Results): Promise<object> {
    const values = await Promise.all(keys.map(key => results[key]))
    for (const [i, key] of keys.entries()) results[key] = values[i]
    return results
  }

  /** The property of a parent, without the objects that resolvers get, which most fields have no use for. */
  #readLeaf(field: PlannedField, source: unknown, path: Path | undefined): unknown {
    if ((typeof source !== 'object' || source === null) && typeof source !== 'function')
      return this.#completeHere(field.shape, undefined, this.#placeOf(field, path))
    let value: unknown
    try {
      value = (source as Record<string, unknown>)[field.definition.name]
      if (value === null || value === undefined) {
        if (!field.shape.isRequired) return null
      } else if (typeof value !== 'function' && !(value instanceof Error) && !isThenable(value)) {
        const coerced: unknown = field.leaf?.coerceOutputValue(value)
        if (coerced instanceof Promise)
          return coerced.then(undefined, error => this.#fail(error, field.shape, this.#placeOf(field, path)))
        if (coerced !== undefined && coerced !== null) return coerced
      }
    } catch (error) {
      return this.#fail(error, field.shape, this.#placeOf(field, path))
    }
    const place = this.#placeOf(field, path)
    return typeof value === 'function'
      ? this.#callMethod(source as Record<string, Method>, place)
      : this.#completeHere(field.shape, value, place)
  }

  /** The result of a method of a parent, which is read a second time, as graphql's own resolver does. */
  #callMethod(source: Record<string, Method>, place: Place): unknown {
    const { field, info } = place
    try {
      // A method that is gone by then has the same error as there.
      const value = source[info.fieldName]!(argumentsOf(field, this.#args), this.#args.contextValue, info)
      return this.#completeHere(field.shape, value, place)
    } catch (error) {
      return this.#fail(error, field.shape, place)
    }
  }

  #executeField(field: PlannedField, source: unknown, above: Path | undefined): unknown {
    const place = this.#placeOf(field, above)
    const { contextValue, fieldResolver } = this.#args
    try {
      const resolve = field.definition.resolve ?? fieldResolver
      const value: unknown = resolve(source, argumentsOf(field, this.#args), contextValue, place.info)
      return this.#completeHere(field.shape, value, place)
    } catch (error) {
      return this.#fail(error, field.shape, place)
    }
  }

  #placeOf(field: PlannedField, prev: Path | undefined): Place {
    const { schema, fragmentDefinitions, rootValue, operation, variableValues } = this.#args
    const path: Path = { prev, key: field.key, typename: field.parentType.name }
    const info: GraphQLResolveInfo = {
      fieldName: field.definition.name,
      fieldNodes: field.nodes,
      returnType: field.definition.type,
      parentType: field.parentType,
      path,
      schema,
      fragments: fragmentDefinitions,
      rootValue,
      operation,
      variableValues,
      getAbortSignal: this.#work.getAbortSignal,
      getAsyncHelpers: this.#work.getAsyncHelpers,
    }
    return { field, path, info }
  }

  /** Completes a value that may be a promise; an error belongs to this place, or to the nearest that may be null. */
  #completeHere(shape: Shape, value: unknown, place: Place): unknown {
    if (isThenable(value)) return this.#completeLater(shape, value, place)
    try {
      const completed = this.#complete(shape, value, place)
      return completed instanceof Promise
        ? completed.then(undefined, (error: unknown) => this.#fail(error, shape, place))
        : completed
    } catch (error) {
      return this.#fail(error, shape, place)
    }
  }

  async #completeLater(shape: Shape, value: PromiseLike<unknown>, place: Place): Promise<unknown> {
    try {
      const resolved = await value
      this.#work.assertGoesOn()
      const completed = this.#complete(shape, resolved, place)
      return completed instanceof Promise ? await completed : completed
    } catch (error) {
      return this.#fail(error, shape, place)
    }
  }

  #fail(error: unknown, shape: Shape, { field, path }: Place): null {
    const located = locatedError(error, field.nodes, responsePathAsArray(path))
    if (this.#args.errorPropagation && shape.isRequired) throw located
    this.#errors.add(located, path)
    return null
  }

  #complete(shape: Shape, value: unknown, place: Place): unknown {
    if (value instanceof Error) throw value
    if (value !== null && value !== undefined) return this.#completeGiven(shape, value, place)
    if (!shape.isRequired) return null
    const { parentType, fieldName } = place.info
    throw new Error(`Cannot return null for non-nullable field ${parentType.name}.${fieldName}.`)
  }

  #completeGiven(shape: Shape, value: {}, place: Place): unknown {
    switch (shape.kind) {
      case 'leaf': {
        const coerced: unknown = shape.type.coerceOutputValue(value)
        if (coerced !== undefined && coerced !== null) return coerced
        const call = `${shape.type.name}.coerceOutputValue(${inspect(value)})`
        throw new Error(`Expected \`${call}\` to return non-nullable value, returned: ${String(coerced)}`)
      }
      case 'list':
        return this.#completeList(shape.item, value, place)
      case 'object':
        return this.#completeObject(shape.type, value, place)
      case 'abstract': {
        const { contextValue, typeResolver } = this.#args
        const named = (shape.type.resolveType ?? typeResolver)(value, contextValue, place.info, shape.type)
        return this.#once(named, name => this.#completeObject(this.#typeOf(name, shape, place), value, place))
      }
    }
  }

  #completeList(item: Shape, value: {}, place: Place): unknown {
    const { [Symbol.asyncIterator]: later, [Symbol.iterator]: now } = value as Record<symbol, unknown>
    if (typeof later === 'function') return this.#completeAsyncList(item, value as AsyncIterable<unknown>, place)
    if (typeof value !== 'object' || typeof now !== 'function') {
      const { parentType, fieldName } = place.info
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${parentType.name}.${fieldName}".`)
    }
    const completed: unknown[] = []
    let isPending = false
    const items = (value as Iterable<unknown>)[Symbol.iterator]()
    try {
      for (let next = items.next(); !next.done; next = items.next()) {
        const done = this.#completeHere(item, next.value, itemOf(place, completed.length))
        completed.push(done)
        if (done instanceof Promise) isPending = true
      }
    } catch (error) {
      if (isPending) ignoreAll(completed)
      ignoreRest(items)
      throw error
    }
    return isPending ? Promise.all(completed) : completed
  }

  async #completeAsyncList(item: Shape, value: AsyncIterable<unknown>, place: Place): Promise<unknown[]> {
    const completed: unknown[] = []
    let isPending = false
    const items = value[Symbol.asyncIterator]()
    try {
      for (let next = await items.next(); !next.done; next = await items.next()) {
        this.#work.assertGoesOn()
        const done = this.#completeHere(item, next.value, itemOf(place, completed.length))
        completed.push(done)
        if (done instanceof Promise) isPending = true
      }
      this.#work.assertGoesOn()
    } catch (error) {
      ignoreAll(completed)
      endEarly(items)
      throw error
    }
    return isPending ? Promise.all(completed) : completed
  }

  #typeOf(name: unknown, shape: Shape & { kind: 'abstract' }, { field, info }: Place): GraphQLObjectType {
    const { schema } = this.#args
    const type = typeof name === 'string' ? schema.getType(name) : undefined
    if (isObjectType(type) && schema.isSubType(shape.type, type)) return type
    throw new GraphQLError(
      `Abstract type "${shape.type.name}" must resolve to one of its Object types at runtime for field ` +
        `"${info.parentType.name}.${info.fieldName}", received "${inspect(name)}".`,
      { nodes: field.nodes },
    )
  }

  #completeObject(type: GraphQLObjectType, value: {}, { field, path, info }: Place): unknown {
    const { inner } = field
    if (!type.isTypeOf) return this.#executeFields(inner.fieldsOf(type), value, path)
    return this.#once(type.isTypeOf(value, this.#args.contextValue, info), isOfType => {
      if (isOfType) return this.#executeFields(inner.fieldsOf(type), value, path)
      throw new GraphQLError(`Expected value of type "${type.name}" but got: ${inspect(value)}.`, {
        nodes: field.nodes,
      })
    })
  }

  /** Goes on with what a type has answered: at once, or when its promise is kept and somebody still waits. */
  #once<T>(answer: T | PromiseLike<T>, goOn: (answer: T) => unknown): unknown {
    if (!isThenable(answer)) return goOn(answer)
    return Promise.resolve(answer).then(given => {
      this.#work.assertGoesOn()
      return goOn(given)
    })
  }
}

function itemOf({ field, path, info }: Place, index: number): Place {
  return { field, info, path: { prev: path, key: index, typename: undefined } }
}
