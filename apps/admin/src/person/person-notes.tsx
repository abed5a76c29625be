import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { CreateNote, DeleteNote, NotesAbout } from '../documents/generated.ts'
import { Failed } from '../kit/failed.tsx'
import { refusalText } from '../kit/refusal-text.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import { usePages } from '../kit/use-pages.ts'

interface PersonNotesProps {
  readonly id: string
  onChange(): void
}

/** What moderators noted about a user, the latest first. Only they read it. */
export function PersonNotes({ id, onChange }: PersonNotesProps) {
  const { graph, say, state, texts } = useAdmin()
  const [typed, setTyped] = useState('')
  const [isSending, setSending] = useState(false)
  const {
    again,
    hasMore,
    more,
    nodes: notes,
    state: reading,
  } = usePages(NotesAbout, { id }, ({ userNotes }) => userNotes)
  const change = async (refused: ReturnType<typeof graph.change>) => {
    const refusal = await refused
    if (refusal) say(refusalText(texts, refusal), 'wrong')
    else onChange()
    again()
    return refusal === null
  }
  const write = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    if (await change(graph.change(CreateNote, { id, body: typed }))) setTyped('')
    setSending(false)
  }
  return (
    <>
      <form class="note-form" onSubmit={event => void write(event)}>
        <label>
          {texts.text('writeNote')}
          <textarea
            rows={3}
            maxLength={2_000}
            required
            value={typed}
            onInput={event => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button" aria-disabled={isSending}>
          {texts.text('keepNote')}
        </button>
      </form>
      {reading === 'read' && notes.length === 0 && <p class="empty">{texts.text('noNotes')}</p>}
      <ol class="events">
        {notes.map(note => (
          <li key={note.id}>
            <p class="card-head">
              <strong>
                <bdi>{note.author?.username ?? texts.text('deletedUser')}</bdi>
              </strong>
              <Timestamp time={note.created_at} />
              {note.author?.id === state.viewer.id && (
                <button
                  type="button"
                  class="quiet"
                  onClick={() => void change(graph.change(DeleteNote, { id: note.id }))}
                >
                  {texts.text('deleteNote')}
                </button>
              )}
            </p>
            <p dir="auto" class="note">
              {note.body}
            </p>
          </li>
        ))}
      </ol>
      {reading === 'failed' && <Failed again={more} />}
      {reading === 'read' && hasMore && (
        <p class="more">
          <button type="button" class="button" onClick={more}>
            {texts.text('more')}
          </button>
        </p>
      )}
    </>
  )
}
