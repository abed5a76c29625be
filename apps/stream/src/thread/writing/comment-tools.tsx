import { entriesOf, isDrawn } from '@platform/client-sdk'
import { formAddress } from '../addresses.ts'
import { type StreamSlots, useStream } from '../context.ts'
import { plainClick } from '../plain-click.ts'
import type { CommentFields, FormKind } from '../state.ts'
import type { CommentNode } from '../thread.ts'
import { useTimeLeft } from './edit-time.tsx'

/** What the reader can do with a comment beside replying: their own is changed and deleted, another one is reported. */
export function CommentTools({ node }: { node: CommentNode }) {
  const { slots, state, viewer } = useStream()
  const fields = node.fields.value
  const own = viewer.value !== null && fields.user?.id === viewer.value.id
  if (!own)
    return (
      <>
        <Tool kind="report" fields={fields} />
        {/* A frame keeps the room of it for readers who were signed in before. */}
        {(viewer.value || state.place === 'frame') && fields.user && (
          <Tool kind="ignore" fields={fields} hidden={isInMenu(slots)} />
        )}
      </>
    )
  return (
    <>
      {fields.status !== 'SYSTEM_WITHHELD' && <EditTool fields={fields} />}
      <Tool kind="delete" fields={fields} />
    </>
  )
}

/** Whether a plugin offers to ignore an author in the menu of the name. */
const isInMenu = (slots: StreamSlots) =>
  isDrawn(slots, 'ignoreUserConfirmation') &&
  slots.parts.some(part => entriesOf(part, 'ignoreUserConfirmation').length > 0)

/** It is there while the comment can be changed, and says how long. */
function EditTool({ fields }: { fields: CommentFields }) {
  const { texts } = useStream()
  const left = useTimeLeft(fields.editing?.editableUntil)
  if (left === 0) return null
  return <Tool kind="edit" fields={fields} left={texts.duration(left)} />
}

const TEXTS = { edit: 'edit', delete: 'delete', report: 'report', ignore: 'ignore' } as const

interface ToolProps {
  readonly kind: FormKind
  readonly fields: CommentFields
  readonly left?: string
  /** Whether a menu that needs script has the same, so that the link is for readers without it. */
  readonly hidden?: boolean
}

function Tool({ kind, fields, left, hidden = false }: ToolProps) {
  const { actions, form, state, texts } = useStream()
  const open = form.value?.comment === fields.id && form.value.kind === kind
  const name = fields.user?.username ?? texts.text('deletedAuthor')
  return (
    <a
      class={`action tool ${kind}${hidden ? ' without-script' : ''}`}
      data-tool={kind}
      href={formAddress(state, fields.id, kind)}
      target={state.place === 'page' ? undefined : '_blank'}
      rel="nofollow noopener"
      aria-expanded={open}
      aria-label={kind === 'report' || kind === 'ignore' ? texts.text(`${kind}Named`, { name }) : undefined}
      onClick={plainClick(() => void actions?.toggleForm(kind, fields.id))}
    >
      {texts.text(TEXTS[kind])}
      {left !== undefined && <span class="time-left needs-script"> {left}</span>}
    </a>
  )
}

/** The form about a comment that is open below it, or in place of its text; `null` without one. */
export function OpenCommentForm({ node, place }: { node: CommentNode; place: 'text' | 'below' }) {
  const { form, forms } = useStream()
  const open = form.value
  if (open?.comment !== node.id || (open.kind === 'edit') !== (place === 'text')) return null
  const Form = forms.value?.about[open.kind]
  return Form ? <Form node={node} /> : null
}

/** What became of the last change. */
export function Done({ id }: { id: string }) {
  const { done } = useStream()
  return done.value?.comment === id ? <p class="done-note">{done.value.text}</p> : null
}
