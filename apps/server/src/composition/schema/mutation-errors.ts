import { PlatformError } from '@platform/plugin-sdk'
import { type GraphQLField, type GraphQLFieldResolver, getNullableType, isObjectType } from 'graphql'
import type { ServerContext } from '../../contract/context.ts'
import type { InputProblem } from '../../input/invalid-input.ts'
import { withoutSecrets } from '../../runtime/secrets.ts'

type Resolve = GraphQLFieldResolver<unknown, ServerContext>

/**
 * Whether an error is an expected failure: an error of the platform, or one with a translation key, as older plugins
 * throw.
 */
export function isExpected(error: unknown): error is Error & { readonly translation_key: string } {
  return (
    error instanceof PlatformError ||
    (error instanceof Error && typeof (error as { translation_key?: unknown }).translation_key === 'string')
  )
}

/** A resolver that gives expected failures of a mutation as its `errors`. Other errors stay errors of the operation. */
export function answerWithErrors(resolve: Resolve, field: GraphQLField<unknown, ServerContext>): Resolve {
  const type = getNullableType(field.type)
  const reports = isObjectType(type) && 'errors' in type.getFields()
  const report = (error: unknown) => {
    if (reports && isExpected(error)) return { errors: entriesOf(error) ?? [entryOf(error)] }
    throw error
  }
  return async (parent, args, context, info) => {
    context.preventSharing()
    try {
      const answer = await resolve(parent, args as never, context, info)
      return reports ? withEntries(answer) : answer
    } catch (error) {
      return report(error)
    } finally {
      // What is selected of the answer, and the next mutation, see the change.
      context.forgetLoaded()
    }
  }
}

/**
 * Turns the `Error`s in `errors` of an answer into plain entries: GraphQL treats an `Error` as one of the operation.
 */
function withEntries(answer: unknown): unknown {
  const { errors } = (answer ?? {}) as { errors?: unknown }
  if (!Array.isArray(errors) || !errors.some(isExpected)) return answer
  return { ...(answer as object), errors: errors.map((error: unknown) => (isExpected(error) ? entryOf(error) : error)) }
}

function entryOf(error: Error & { readonly translation_key: string }): object {
  return { ...error, message: withoutSecrets(error.message), translation_key: error.translation_key }
}

/** The entries of an error about several values of the input: one for each value; `null` for any other error. */
function entriesOf(error: Error & { readonly translation_key: string }): object[] | null {
  const { problems } = (error as { metadata?: { problems?: unknown } }).metadata ?? {}
  // A plugin may keep something else under this name.
  if (!Array.isArray(problems) || problems.length === 0 || !problems.every(isProblem)) return null
  return problems.map(({ field, message, code = error.translation_key }) => ({
    translation_key: code,
    field_name: field,
    message: withoutSecrets(message),
  }))
}

function isProblem(value: unknown): value is InputProblem & { readonly code?: string } {
  const { field, message } = (value ?? {}) as { field?: unknown; message?: unknown }
  return typeof field === 'string' && typeof message === 'string'
}
