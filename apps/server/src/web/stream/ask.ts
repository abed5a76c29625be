import { BadUserInputError, PlatformError } from '@platform/plugin-sdk'
import type { StoredDocument } from '@platform/stream'
import { type DocumentNode, execute, parse } from 'graphql'
import type { StreamDocuments } from '../../contract/composed.ts'
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
    document: documentOf(context.services.composition.streamDocuments, id),
    contextValue: context,
    variableValues: variables as Record<string, unknown>,
  })
  const [error] = errors ?? []
  // An error without a path is about a variable, whose value comes from the address of the page.
  if (error) throw error.originalError ?? (error.path ? error : new BadUserInputError(error.message))
  // Scalars have their form for JSON already: a date is a text here too.
  return data as Result
}

function documentOf({ suffix, texts }: StreamDocuments, document: string): DocumentNode {
  const id = document + suffix
  const known = parsed.get(id)
  if (known) return known
  const text = texts.get(id)
  if (text === undefined) throw new Error(`there is no stored document ${id}`)
  const read = parse(text)
  parsed.set(id, read)
  return read
}

/** The part of a mutation's answer that says why it was refused. */
export interface Refusable {
  readonly errors: readonly { readonly translation_key: string; readonly message: string | null }[] | null
}

const STATUS: Readonly<Record<string, number>> = { NOT_AUTHORIZED: 403, NOT_FOUND: 404, EDIT_WINDOW_ENDED: 403 }

/** @throws PlatformError with the first refusal in the answer to a mutation. */
export function throwRefusal(answer: Refusable | null | undefined): void {
  const [refusal] = answer?.errors ?? []
  if (refusal)
    throw new PlatformError(refusal.translation_key, refusal.message ?? refusal.translation_key, {
      status: STATUS[refusal.translation_key] ?? 400,
    })
}
