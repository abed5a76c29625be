import { type Answer, askGraph, askSharedGraph, type StoredDocument } from '@platform/client-kit'
import type { SiteFacts } from '../thread/state.ts'
import { type Announce, watched } from './operation-events.ts'
import type { Session } from './session.ts'

/** Runs stored documents. */
export interface Graph {
  /** The id by which this server keeps a document. */
  idOf(document: string): string
  /** Reads what is the same for every reader, without credentials, after the answers to `sendShown`. */
  ask<Result, Variables>(document: StoredDocument<Result, Variables>, variables: Variables): Promise<Answer<Result>>
  /** Reads or writes as the person who is signed in. `key` makes a repeated write count once. */
  askAsViewer<Result, Variables>(
    document: StoredDocument<Result, Variables>,
    variables: Variables,
    key?: string,
  ): Promise<Answer<Result>>
  /** Sends a change that the page shows already. What is read before the answer may lack it. */
  sendShown<Result, Variables>(
    document: StoredDocument<Result, Variables>,
    variables: Variables,
  ): Promise<Answer<Result>>
  /** Ends when the server has answered each change that was sent and is shown. */
  answered(): Promise<unknown>
  /** Notes an event of a subscription. */
  heard<Result, Variables>(document: StoredDocument<Result, Variables>, variables: Variables, data: Result): void
}

interface GraphOptions {
  readonly session: Pick<Session, 'credentials'>
  /** Gets an event for each step of each operation. */
  readonly announce: Announce
}

/** Makes the client of the graph below the platform's address. */
export function createGraph(site: Pick<SiteFacts, 'root' | 'documents'>, { session, announce }: GraphOptions): Graph {
  const address = `${site.root}/api/v1/graph/ql`
  const idOf = (document: string) => document + site.documents
  const unanswered = new Set<Promise<unknown>>()
  const answered = () => Promise.allSettled(unanswered)
  const askAsViewer: Graph['askAsViewer'] = (document, variables, key) =>
    watched({ document, variables, announce }, () =>
      askGraph<never>(address, { documentId: idOf(document), variables, key, ...session.credentials() }),
    )
  return {
    idOf,
    ask(document, variables) {
      return watched({ document, variables, announce }, async () => {
        await answered()
        return askSharedGraph<never>(address, { documentId: idOf(document), variables })
      })
    },
    askAsViewer,
    sendShown(document, variables) {
      const answer = askAsViewer(document, variables)
      unanswered.add(answer)
      return answer.finally(() => unanswered.delete(answer))
    },
    answered,
    heard: (document, variables, data) => announce(document, 'data', { variables, data }),
  }
}
