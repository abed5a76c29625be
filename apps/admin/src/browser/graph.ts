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
        return { code: 'UNREACHABLE', message: null, error: {} }
      }
    },
  }
}

/** The first refusal in an answer: of one of its mutations, or of the request. */
export function refusalIn({ data, errors: [error] }: Answer<object>): Refusal | null {
  for (const payload of Object.values(data ?? {})) {
    const [refused] = (payload as { readonly errors?: readonly Refused[] | null } | null)?.errors ?? []
    if (refused) return { code: refused.translation_key, message: refused.message ?? null, error: refused }
  }
  return error ? { code: error.extensions?.code ?? 'INTERNAL', message: error.message, error: {} } : null
}

type Refused = Readonly<Record<string, unknown>> & {
  readonly translation_key: string
  readonly message?: string | null
}
