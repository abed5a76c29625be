import { PlatformError } from '@platform/plugin-sdk'
import { type GraphQLField, type GraphQLFieldResolver, getNullableType, isObjectType } from 'graphql'
import type { ServerContext } from '../../contract/context.ts'
import type { InputProblem } from '../../input/invalid-input.ts'
import { withoutSecrets } from '../../runtime/secrets.ts'

type Resolve = GraphQLFieldResolver<unknown, ServerContext>

/** An expected failure: the platform's own error, or any error with a translation key, as older plugins throw. */
export function isExpected(error: unknown): error is Error & { readonly translation_key: string } {
  return (
    error instanceof PlatformError ||
    (error instanceof Error && typeof (error as { translation_key?: unknown }).translation_key === 'string')
  )
}

/** Expected failures of a mutation become its `errors`; everything else stays an error of the operation. */
export function answerWithErrors(resolve: Resolve, field: GraphQLField<unknown, ServerContext>): Resolve {
  const type = getNullableType(field.type)
  const reports = isObjectType(type) && 'errors' in type.getFields()
  const report = (error: unknown) => {
    if (reports && isExpected(error)) return { errors: problemsOf(error) ?? [toldAs(error)] }
    throw error
  }
  return async (parent, args, context, info) => {
    context.unshared()
    try {
      const answer = await resolve(parent, args as never, context, info)
      return reports ? withToldErrors(answer) : answer
    } catch (error) {
      return report(error)
    }
  }
}

/** Resolvers may answer with errors of their own; an `Error` among them would be taken for one of the operation. */
function withToldErrors(answer: unknown): unknown {
  const { errors } = (answer ?? {}) as { errors?: unknown }
  if (!Array.isArray(errors) || !errors.some(isExpected)) return answer
  return { ...(answer as object), errors: errors.map((error: unknown) => (isExpected(error) ? toldAs(error) : error)) }
}

function toldAs(error: Error & { readonly translation_key: string }): object {
  return { ...error, message: withoutSecrets(error.message), translation_key: error.translation_key }
}

/** An error about several values of the input is told as one error for each. */
function problemsOf(error: Error & { readonly translation_key: string }): object[] | null {
  const { problems } =
    (error as { metadata?: { problems?: readonly (InputProblem & { readonly code?: string })[] } }).metadata ?? {}
  return (
    problems?.map(({ field, message, code = error.translation_key }) => ({
      translation_key: code,
      field_name: field,
      message: withoutSecrets(message),
    })) ?? null
  )
}
