import { BadUserInputError } from '@platform/plugin-sdk'
import { documentTexts, type StoredDocument } from '@platform/stream'
import { type DocumentNode, execute, parse } from 'graphql'
import type { ServerContext } from '../../contract/context.ts'

const parsed = new Map<string, DocumentNode>()

/**
 * Runs a stored document as the caller of a request. The result may be shared when the caller is anonymous, because
 * the context notes what it depends on.
 *
 * @throws BadUserInputError for a variable of a wrong form, else the first error of a resolver.
 */
export async function ask<Result, Variables>(
  context: ServerContext,
  id: StoredDocument<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const { data, errors } = await execute({
    schema: context.services.composition.schema,
    document: documentOf(id),
    contextValue: context,
    variableValues: variables as Record<string, unknown>,
  })
  const [error] = errors ?? []
  // An error without a path is about a variable, whose value comes from the address of the page.
  if (error) throw error.originalError ?? (error.path ? error : new BadUserInputError(error.message))
  // Scalars have their form for JSON already: a date is a text here too.
  return data as Result
}

function documentOf(id: string): DocumentNode {
  const known = parsed.get(id)
  if (known) return known
  const text = documentTexts[id]
  if (text === undefined) throw new Error(`there is no stored document ${id}`)
  const document = parse(text)
  parsed.set(id, document)
  return document
}
