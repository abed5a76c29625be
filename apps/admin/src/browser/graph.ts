import { type Answer, askGraph, type StoredDocument } from '@platform/client-kit'
import type { AdminState } from '../state.ts'

/** Runs stored documents as the user who is signed in. */
export interface Graph {
  /** The id by which this server keeps a document. */
  idOf(document: string): string
  /** @throws TypeError when the server can't be reached. */
  ask<Result, Variables>(document: StoredDocument<Result, Variables>, variables: Variables): Promise<Answer<Result>>
  /** Makes a change. @returns why it was refused; `null` when it was made. */
  change<Result extends object, Variables>(
    document: StoredDocument<Result, Variables>,
    variables: Variables,
  ): Promise<Refusal | null>
}

/** Why a change was not made. The code is that of the server, or `UNREACHABLE`. */
export interface Refusal {
  readonly code: string
  readonly message: string | null
  /** The error as the server gave it, with the fields of its type. */
  readonly error: Readonly<Record<string, unknown>>
}

export const UNREACHABLE: Refusal = { code: 'UNREACHABLE', message: null, error: {} }

export function createGraph({ root, documents }: Pick<AdminState, 'root' | 'documents'>): Graph {
  const address = `${root}/api/v1/graph/ql`
  const idOf = (document: string) => document + documents
  const ask: Graph['ask'] = (document, variables) =>
    askGraph<never>(address, { documentId: idOf(document), variables, credentials: 'same-origin' })
  return {
    idOf,
    ask,
    async change(document, variables) {
      try {
        return refusalIn(await ask(document, variables))
      } catch {
        return UNREACHABLE
      }
    },
  }
}

/** The first refusal in an answer: of one of its mutations, or of the request. */
export function refusalIn(answer: Answer<object>): Refusal | null {
  return refusalsIn(answer)[0] ?? null
}

/** Every refusal in an answer. */
export function refusalsIn({ data, errors }: Answer<object>): readonly Refusal[] {
  const refused = Object.values(data ?? {}).flatMap(
    payload => (payload as { readonly errors?: readonly Refused[] | null } | null)?.errors ?? [],
  )
  if (refused.length > 0)
    return refused.map(error => ({ code: error.translation_key, message: error.message ?? null, error }))
  return errors.map(({ message, extensions }) => ({ code: extensions?.code ?? 'INTERNAL', message, error: {} }))
}

type Refused = Readonly<Record<string, unknown>> & {
  readonly translation_key: string
  readonly message?: string | null
}
