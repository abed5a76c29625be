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
    const results = { ...empty }
    const from = (first: number): object | Promise<object> => {
      for (const [i, field] of fields.slice(first).entries()) {
        this.#work.assertGoesOn()
        const value = this.#executeField(field, source, undefined)
        results[field.key] = value
        if (value instanceof Promise)
          return value.then(done => {
            results[field.key] = done
            return from(first + i + 1)
          })
      }
      return results
    }
    return from(0)
  }

  #executeFields({ fields, empty }: FieldSet, source: unknown, path: Path | undefined): object | Promise<object> {
    const results = { ...empty }
    let pending: Promise<void>[] | undefined
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
          pending.push(
            value.then(done => {
              results[field.key] = done
            }),
          )
        }
      }
    } catch (error) {
      ignoreAll(pending)
      throw error
    }
    return pending ? Promise.all(pending).then(() => results) : results
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
        if (coerced !== undefined && coerced !== null) return coerced
      }
    } catch (error) {
      return this.#fail(error, field.shape, this.#placeOf(field, path))
    }
    if (typeof value !== 'function') return this.#completeHere(field.shape, value, this.#placeOf(field, path))
    return this.#executeField(field, source, path)
  }

  #executeField(field: PlannedField, source: unknown, above: Path | undefined): unknown {
    const place = this.#placeOf(field, above)
    const { contextValue, fieldResolver } = this.#args
    let value: unknown
    try {
      const resolve = field.definition.resolve ?? fieldResolver
      value = resolve(source, argumentsOf(field, this.#args), contextValue, place.info)
    } catch (error) {
      return this.#fail(error, field.shape, place)
    }
    return this.#completeHere(field.shape, value, place)
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
    if (Symbol.asyncIterator in Object(value))
      return this.#completeAsyncList(item, value as AsyncIterable<unknown>, place)
    if (typeof value !== 'object' || !(Symbol.iterator in value)) {
      const { parentType, fieldName } = place.info
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${parentType.name}.${fieldName}".`)
    }
    const completed: unknown[] = []
    let isPending = false
    try {
      for (const each of value as Iterable<unknown>) {
        const done = this.#completeHere(item, each, itemOf(place, completed.length))
        completed.push(done)
        if (done instanceof Promise) isPending = true
      }
    } catch (error) {
      if (isPending) ignoreAll(completed)
      throw error
    }
    return isPending ? Promise.all(completed) : completed
  }

  async #completeAsyncList(item: Shape, value: AsyncIterable<unknown>, place: Place): Promise<unknown[]> {
    const completed: unknown[] = []
    try {
      for await (const each of value) {
        this.#work.assertGoesOn()
        completed.push(this.#completeHere(item, each, itemOf(place, completed.length)))
      }
    } catch (error) {
      ignoreAll(completed)
      throw error
    }
    return Promise.all(completed)
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
    const go = () => this.#executeFields(field.inner.fieldsOf(type), value, path)
    if (!type.isTypeOf) return go()
    return this.#once(type.isTypeOf(value, this.#args.contextValue, info), isOfType => {
      if (isOfType) return go()
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

/** The promises of fields whose parent has failed are awaited by nobody. */
function ignoreAll(values: readonly unknown[] = []): void {
  for (const value of values) if (isThenable(value)) value.then(undefined, () => {})
}
