import type { StoredDocument } from '@platform/client-kit'
import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { refusalsIn } from '../browser/graph.ts'
import { fieldOf, refusalText } from './refusal-text.ts'

/** Why the server refused what a form sent. */
interface Problems {
  /** What is wrong with a field, by its name. */
  readonly fields: Readonly<Record<string, string>>
  /** What no field of the form is to blame for. */
  readonly rest: readonly string[]
}

/** A form that sends a change. */
export interface Send<Result, Variables> extends Problems {
  readonly isSending: boolean
  /** Sends the change. @returns what the server answered; `null` when it was refused. */
  send(variables: Variables): Promise<Result | null>
}

const NONE: Problems = { fields: {}, rest: [] }

/**
 * Sends a change, and keeps why it was refused.
 *
 * @param fields the names of the fields that the form shows. What is wrong with another one is said for the whole form.
 * @example
 * const sending = useSend(InviteUser, ['email', 'password'])
 */
export function useSend<Result extends object, Variables>(
  document: StoredDocument<Result, Variables>,
  fields: readonly string[] = [],
): Send<Result, Variables> {
  const { graph, texts } = useAdmin()
  const [problems, setProblems] = useState(NONE)
  const [isSending, setSending] = useState(false)
  return {
    ...problems,
    isSending,
    async send(variables) {
      setSending(true)
      const answer = await graph.ask(document, variables).catch(() => null)
      const refusals = answer ? refusalsIn(answer) : [{ code: 'UNREACHABLE', message: null, error: {} }]
      const found: [field: string | undefined, text: string][] = refusals.map(refusal => {
        const field = fieldOf(refusal)
        return [field !== undefined && fields.includes(field) ? field : undefined, refusalText(texts, refusal)]
      })
      setProblems({
        fields: Object.fromEntries(found.filter(([field]) => field !== undefined)),
        rest: found.flatMap(([field, text]) => (field === undefined ? [text] : [])),
      })
      setSending(false)
      return found.length > 0 ? null : (answer?.data ?? null)
    },
  }
}
