import type { StoredDocument } from '@platform/client-kit'
import type { CommentInput } from '@platform/client-sdk'
import {
  ChangeUsername,
  CreateDontAgree,
  DeleteOwnComment,
  DiscussionStatus,
  EditComment,
  IgnoreUser,
  PostFlag,
  SetUsername,
  ShownComments,
  StopIgnoringUser,
} from '../documents/generated.ts'
import type { TextName } from '../texts/en.ts'
import type { Changed, Changes, Report, Stream } from '../thread/context.ts'
import { type CommentNode, isPublic } from '../thread/thread.ts'
import { afterSubmit, beforeSubmit, isRefused } from './comment-form-hooks.ts'
import { focusComment } from './go-to.ts'
import type { Graph } from './graph.ts'
import { noteDiscussion } from './note-discussion.ts'
import { quote } from './quote.ts'
import { explain, isMade, refusalIn } from './refusals.ts'

export { forms } from '../thread/writing/forms.ts'

type Answered<Result> = { readonly data: Result } | { readonly message: string }
const refused = ({ message }: { message: string }): Changed => ({ done: false, message })

/** What each change needs. */
interface Tools {
  readonly stream: Stream
  /** Runs a mutation, and explains why it was refused. */
  run<Result extends object, Variables>(
    document: StoredDocument<Result, Variables>,
    variables: Variables,
  ): Promise<Answered<Result>>
  /** Closes the form, says what was done, and moves the focus to the comment. */
  finish(id: string, name: TextName, values?: Readonly<Record<string, string>>): Changed
}

/** What a reader can change beside posting. It is loaded when a reader opens the first form. */
export function createChanges(stream: Stream, graph: Graph): Changes {
  const { texts } = stream
  const tools: Tools = {
    stream,
    async run(document, variables) {
      const answer = await graph.askAsViewer(document, variables).catch(() => null)
      if (!answer) return { message: texts.text('noConnection') }
      const refusal = refusalIn(answer)
      if (refusal) return { message: await explain(stream, refusal) }
      return isMade(answer) ? { data: answer.data } : { message: texts.text('failed') }
    },
    finish(id, name, values = {}) {
      const text = texts.text(name, values)
      stream.form.value = null
      stream.done.value = { comment: id, text }
      stream.announcement.value = text
      void focusComment(id)
      return { done: true }
    },
  }
  return {
    edit: (id, body, more) => edit(tools, id, { tags: [], ...more, body }),
    remove: id => remove(tools, id),
    report: (id, given) => report(tools, id, given),
    ignore: (id, on) => ignore(tools, id, on),
    chooseName: name => chooseName(tools, name),
    quote: id => quote(stream, id),
    async isThere(id) {
      const { data } = await graph.ask(ShownComments, { ids: [id] }).catch(() => ({ data: null }))
      return data === null || data.commentsById.length > 0
    },
  }
}

async function edit({ stream, run, finish }: Tools, id: string, written: CommentInput) {
  const { state, texts, thread } = stream
  const ready = beforeSubmit(stream, written)
  if (isRefused(ready)) return refused({ message: ready.refused })
  const { tags, ...edited } = ready
  const answer = await run(EditComment, { id, asset_id: state.discussion.id, edit: edited })
  if ('message' in answer) {
    afterSubmit(stream, null)
    return refused(answer)
  }
  const { comment } = answer.data.editComment
  afterSubmit(stream, comment)
  if (!comment || comment.status === 'REJECTED') return refused({ message: texts.text('rejected') })
  thread.change(comment)
  return finish(id, isPublic(comment) ? 'changed' : 'held')
}

async function remove({ stream, run, finish }: Tools, id: string) {
  const { state, thread } = stream
  const { tags } = thread.node(id).fields.value
  const answer = await run(DeleteOwnComment, { id })
  if ('message' in answer) return refused(answer)
  const { comment } = answer.data.deleteOwnComment
  if (comment) thread.change(comment)
  const changed = finish(id, 'deleted')
  // A discussion may count the comments with a tag, and a deleted comment has none.
  const status = tags?.length ? await run(DiscussionStatus, { id: state.discussion.id }) : null
  if (status && 'data' in status && status.data.asset) noteDiscussion(stream, status.data.asset)
  return changed
}

async function report({ stream: { thread }, run, finish }: Tools, id: string, { reason, message }: Report) {
  const { user } = thread.node(id).fields.value
  const ofName = reason.startsWith('USERNAME_') && user !== null
  const item = {
    item_id: ofName ? user.id : id,
    item_type: ofName ? ('USERS' as const) : ('COMMENTS' as const),
    message: message.trim() || null,
  }
  const answer = await (reason === 'DISAGREE'
    ? run(CreateDontAgree, { dontagree: item })
    : run(PostFlag, { flag: { ...item, reason } }))
  if ('message' in answer) return refused(answer)
  if (!ofName) noteReport(thread.node(id), reason)
  return finish(id, reason === 'DISAGREE' ? 'disagreed' : 'reportSent')
}

function noteReport({ own }: CommentNode, reason: Report['reason']): void {
  const action =
    reason === 'DISAGREE'
      ? ({ __typename: 'DontAgreeAction', id: '' } as const)
      : ({ __typename: 'FlagAction', id: '', reason } as const)
  own.value = {
    rejection_reason: null,
    ...own.value,
    action_summaries: [...(own.value?.action_summaries ?? []), { current_user: action }],
  }
}

async function ignore({ stream, run, finish }: Tools, user: string, on: boolean): Promise<Changed> {
  const { form, thread, viewer } = stream
  const id = form.value?.comment ?? null
  const answer = on ? await run(IgnoreUser, { id: user }) : await run(StopIgnoringUser, { id: user })
  if ('message' in answer) return refused(answer)
  const me = viewer.value
  const others = (me?.ignoredUsers ?? []).filter(each => each.id !== user)
  if (me) viewer.value = { ...me, ignoredUsers: on ? [...others, { id: user }] : others }
  // Without a form the reader stops ignoring by a button, and the comment is there again.
  if (id === null) return { done: true }
  return finish(id, on ? 'ignored' : 'unignored', { name: thread.node(id).fields.value.user?.username ?? '' })
}

async function chooseName({ stream: { actions, viewer }, run }: Tools, username: string): Promise<Changed> {
  const id = viewer.value?.id ?? ''
  const rejected = viewer.value?.state?.status?.username.status === 'REJECTED'
  const answer = rejected ? await run(ChangeUsername, { id, username }) : await run(SetUsername, { id, username })
  if ('message' in answer) return refused(answer)
  await actions?.refresh()
  return { done: true }
}
