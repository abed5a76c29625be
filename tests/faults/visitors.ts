import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ledger, Posted } from './ledger.ts'
import type { Person, Scene } from './site.ts'

export const POST = `mutation ($input: CreateCommentInput!) {
  answer: createComment(input: $input) { comment { id } errors { translation_key } }
}`
const EDIT = `mutation ($id: ID!, $asset_id: ID!, $body: String!) {
  answer: editComment(id: $id, asset_id: $asset_id, edit: { body: $body }) { errors { translation_key } }
}`
const REACT = `mutation ($id: ID!) {
  answer: createRespectAction(input: { item_id: $id }) { errors { translation_key } }
}`
const FLAG = `mutation ($id: ID!) {
  answer: createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: COMMENT_OTHER }) {
    flag { id } errors { translation_key }
  }
}`
const UNFLAG = `mutation ($id: ID!) {
  answer: deleteAction(id: $id) { errors { translation_key } }
}`
const DECIDE = `mutation ($id: ID!, $status: COMMENT_STATUS!) {
  answer: setCommentStatus(id: $id, status: $status) { errors { translation_key } }
}`

interface Answer {
  readonly comment?: { readonly id: string } | null
  readonly flag?: { readonly id: string } | null
  readonly errors: readonly { readonly translation_key: string }[] | null
}

/** A request of a visitor. A request that is sent again has the same key, so that a server does it once. */
interface Asked {
  readonly by: Person
  readonly query: string
  readonly variables: object
  readonly key?: string
  /** Called before each time that it is sent. */
  readonly onSent?: () => void
}

export interface VisitOptions {
  readonly scene: Scene
  readonly ledger: Ledger
  /** The address of the server to ask now; another one each time where there are several. */
  readonly url: () => string
  /** How long a visitor waits for an answer. Milliseconds. */
  readonly patience?: number
  /** After how many milliseconds a visitor hangs up who sends a request for the first time. */
  readonly hangUp?: () => number
  /** How long a visitor waits before a request is sent again. Milliseconds. */
  readonly pause?: number
}

/**
 * Visitors who do not give up: each sends a request again until it is answered. They leave when a test ends, because
 * the next one in the process would find their timers.
 */
export interface Visitors extends Disposable {
  /** Somebody posts and edits, others reply, react and flag, and a moderator decides, one after the other. */
  round(): Promise<void>
  /** Posts one comment. */
  post(by: Person, parent?: string | null): Promise<Posted>
}

export function visitors({ scene, ledger, url, patience = 10_000, hangUp, pause = 25 }: VisitOptions): Visitors {
  let rounds = 0
  const leave = new AbortController()
  const left = leave.signal

  /** Sends a request until it is answered with data. */
  async function ask({ by, query, variables, key = randomUUID(), onSent }: Asked): Promise<Answer> {
    const body = JSON.stringify({ query, variables })
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${by.token}`,
      'idempotency-key': key,
    }
    for (let sent = 0; ; sent++) {
      left.throwIfAborted()
      onSent?.()
      const since = performance.now()
      const { status, text } = await fetch(`${url()}/api/v1/graph/ql`, {
        ...{ method: 'POST', headers, body },
        signal: AbortSignal.any([left, AbortSignal.timeout(sent === 0 && hangUp ? hangUp() : patience)]),
      }).then(
        async response => ({ status: response.status, text: await response.text().catch(() => '') }),
        () => ({ status: 0, text: '' }),
      )
      const name = status === 0 ? 'none' : String(status)
      ledger.answers.set(name, (ledger.answers.get(name) ?? 0) + 1)
      if (status !== 0) ledger.longest = Math.max(ledger.longest, performance.now() - since)
      if (status === 200 && text !== '') {
        const { data, errors } = JSON.parse(text) as {
          data?: { answer: Answer | null } | null
          errors?: unknown
        }
        if (data && !errors) return data.answer ?? { errors: null }
        throw new Error(`a request failed: ${JSON.stringify(errors)}`)
      }
      if (![0, 200, 429, 503].includes(status)) throw new Error(`a request was answered with ${status}: ${text}`)
      await wait(pause, undefined, { signal: left }).catch(() => {})
    }
  }

  /** Does one thing, which may be refused for these reasons. */
  async function act(asked: Asked, ...reasons: string[]): Promise<Answer> {
    const answer = await ask(asked)
    const keys = (answer.errors ?? []).map(error => error.translation_key)
    if (keys.some(key => !reasons.includes(key))) throw new Error(`a visitor was refused: ${keys}`)
    return answer
  }

  async function post(by: Person, parent: string | null = null): Promise<Posted> {
    const mark = `mark-${randomUUID()}`
    const asset = scene.assets[ledger.posts.length % scene.assets.length]!
    const place = parent === null ? asset : ledger.posts.find(({ id }) => id === parent)!.asset
    const posted: Posted = {
      ...{ mark, author: by.id, asset: place, parent, id: null, sent: 0 },
      ...{ edits: [], decisions: [], reactions: [], flags: [] },
    }
    ledger.posts.push(posted)
    const input = { asset_id: place, parent_id: parent, body: mark }
    const onSent = () => {
      posted.sent += 1
    }
    const { comment } = await act({ by, query: POST, variables: { input }, key: mark, onSent })
    posted.id = comment!.id
    return posted
  }

  return {
    [Symbol.dispose]: () => leave.abort(new Error('the visitors left')),
    post,
    async round() {
      const at = rounds++
      const person = (step: number) => scene.people[(at + step) % scene.people.length]!
      const posted = await post(person(0))
      const id = posted.id!
      const reply = await post(person(1), id)
      const reaction = { to: person(2).id, isAcknowledged: false }
      posted.reactions.push(reaction)
      // The reaction is there already when the request was sent again.
      await act({ by: person(2), query: REACT, variables: { id } }, 'ALREADY_EXISTS')
      reaction.isAcknowledged = true
      const edit = { to: `${posted.mark}, edited`, isAcknowledged: false }
      posted.edits.push(edit)
      const variables = { id, asset_id: posted.asset, body: edit.to }
      // The time for an edit is over when the clock was set forward meanwhile.
      const { errors } = await act({ by: person(0), query: EDIT, variables }, 'EDIT_WINDOW_ENDED')
      edit.isAcknowledged = errors === null
      const made = { to: 'there', isAcknowledged: false }
      const flagged = { by: person(3).id, changes: [made] }
      reply.flags.push(flagged)
      const { flag } = await act({ by: person(3), query: FLAG, variables: { id: reply.id } }, 'ALREADY_EXISTS')
      made.isAcknowledged = true
      const decision = { to: at % 2 === 0 ? 'ACCEPTED' : 'REJECTED', isAcknowledged: false }
      reply.decisions.push(decision)
      await act({ by: scene.moderator, query: DECIDE, variables: { id: reply.id, status: decision.to } })
      decision.isAcknowledged = true
      // A flag that is taken back after the decision still counts.
      if (!flag || at % 4 < 2) return
      const withdrawn = { to: 'gone', isAcknowledged: false }
      flagged.changes.push(withdrawn)
      await act({ by: person(3), query: UNFLAG, variables: { id: flag.id } }, 'NOT_FOUND')
      withdrawn.isAcknowledged = true
    },
  }
}
