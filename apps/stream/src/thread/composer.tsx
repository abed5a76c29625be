import { useRef, useState } from 'preact/hooks'
import { discussionAddress, signInAddress } from './addresses.ts'
import { type PostResult, useStream } from './context.ts'
import { useDraft } from './draft.ts'
import type { Refused } from './state.ts'

/** The most characters that a form takes; the limit of the site may be lower. */
const LONGEST = 65_536

interface ComposerProps {
  /** The comment to reply to; without it the comment stands at the top level. */
  readonly parent?: { readonly id: string; readonly name: string }
}

/** The form to write a comment or a reply. Without script the platform's own page takes what it sends. */
export function Composer({ parent }: ComposerProps) {
  const { actions, replying, state, texts } = useStream()
  const field = useRef<HTMLTextAreaElement>(null)
  const refused = state.refused?.parent === (parent?.id ?? null) ? state.refused : null
  const draft = useDraft(state.discussion.id, parent?.id ?? null, refused?.body ?? '')
  const [result, setResult] = useState<PostResult | 'posting' | null>(null)
  const left = charactersLeft(state.discussion.settings, draft.body)
  const id = parent ? `body-${parent.id}` : 'body'

  const submit = async (event: Event) => {
    event.preventDefault()
    if (!actions || draft.body.trim() === '' || result === 'posting') return
    setResult('posting')
    const answer = await actions.post({ body: draft.body, parent: parent?.id ?? null, key: draft.key })
    setResult(answer)
    if (!('id' in answer)) return field.current?.focus()
    draft.clear()
    if (parent) replying.value = null
  }

  return (
    <form
      class="composer"
      id={parent ? 'reply' : 'write'}
      method="post"
      action={`${discussionAddress(state.site.root, state.discussion.id)}/comments`}
      onSubmit={event => void submit(event)}
    >
      {parent && <input type="hidden" name="parent_id" value={parent.id} />}
      <input type="hidden" name="back" value={state.back} />
      <label class="unseen" for={id}>
        {parent ? texts.text('writeReply', { name: parent.name }) : texts.text('write')}
      </label>
      <textarea
        ref={field}
        id={id}
        name="body"
        rows={3}
        required
        maxLength={LONGEST}
        dir="auto"
        {...(refused ? { 'aria-invalid': 'true', 'aria-describedby': `${id}-problem` } : {})}
        placeholder={parent ? texts.text('writeReply', { name: parent.name }) : texts.text('placeholder')}
        value={draft.body}
        onInput={event => draft.write(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
        }}
      />
      <div class="composer-foot">
        <Characters left={left} />
        {parent && (
          <button
            type="button"
            class="action"
            onClick={() => {
              replying.value = null
            }}
          >
            {texts.text('cancel')}
          </button>
        )}
        <button type="submit" class="button" disabled={result === 'posting' || (left !== null && left < 0)}>
          {result === 'posting' ? texts.text('posting') : texts.text(parent ? 'postReply' : 'post')}
        </button>
      </div>
      {result === null && refused && <Problem id={`${id}-problem`} refused={refused} />}
      <Outcome result={result} />
    </form>
  )
}

/** Why a comment that was sent by a form is refused. */
function Problem({ id, refused: { message, signIn } }: { id: string; refused: Refused }) {
  const { state, texts } = useStream()
  return (
    <p class="outcome wrong" id={id} role="alert">
      {message}{' '}
      {signIn && (
        <a href={signInAddress(state)} target="_blank" rel="noopener">
          {texts.text('signIn')}
        </a>
      )}
    </p>
  )
}

function Characters({ left }: { left: number | null }) {
  const { texts } = useStream()
  if (left === null || left > 200) return <span class="characters" />
  return (
    <span class={left < 0 ? 'characters wrong' : 'characters'}>
      {left < 0 ? texts.counted('tooLong', -left) : texts.counted('charactersLeft', left)}
    </span>
  )
}

function Outcome({ result }: { result: PostResult | 'posting' | null }) {
  const { texts } = useStream()
  if (result === null || result === 'posting') return null
  const message =
    result.kind === 'refused' ? result.message : texts.text(result.kind === 'failed' ? 'notPosted' : result.kind)
  const wrong = result.kind !== 'posted' && result.kind !== 'held'
  return (
    <p class={wrong ? 'outcome wrong' : 'outcome'} role={wrong ? 'alert' : 'status'}>
      {message}
    </p>
  )
}

/** How many characters a comment may still have; `null` where its length is not limited. */
function charactersLeft(
  { charCountEnable, charCount }: { charCountEnable: boolean | null; charCount: number | null },
  body: string,
): number | null {
  return charCountEnable && charCount !== null ? charCount - [...body.trim()].length : null
}
