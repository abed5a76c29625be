import { MutationForm, type SlotViewer, useActions, useText, useViewer } from '@platform/client-sdk'
import { useEffect, useRef } from 'preact/hooks'

/** Who reads, with what the fragment asks for. The stream alone asks; other pages do not know it. */
interface Reader extends SlotViewer {
  readonly ignoredUsers?: readonly { readonly id: string; readonly username?: string | null }[] | null
}

/** The users whom the reader ignores, each with a button to stop that. */
export function Ignored() {
  const text = useText()
  const reader: Reader | null = useViewer()
  const { mutate, notify, refresh } = useActions()
  const heading = useRef<HTMLHeadingElement>(null)
  const ignored = reader?.ignoredUsers
  // Who was ignored a moment ago is known by the id only.
  const isNew = ignored?.some(({ username }) => username === undefined) ?? false
  useEffect(() => {
    if (isNew) void refresh()
  }, [isNew])
  if (!ignored) return null
  const stop = async (id: string, name: string) => {
    const { refused } = await mutate('stop', { id })
    if (refused === null) await refresh()
    notify(refused ?? text('stopped', { name }))
    // The button that had the focus is gone.
    if (refused === null) heading.current?.focus()
  }
  return (
    <section aria-labelledby="ignored-users">
      <h3 id="ignored-users" tabIndex={-1} ref={heading}>
        {text('list')}
      </h3>
      {ignored.length === 0 ? (
        <p>{text('nobody')}</p>
      ) : (
        <ul>
          {ignored.map(({ id, username }) => {
            const name = username ?? ''
            return (
              <li key={id}>
                <bdi>{name}</bdi>{' '}
                <MutationForm name="stop" variables={{ id }} class="in-line" onSend={() => void stop(id, name)}>
                  <button type="submit" class="action" aria-label={text('stopFor', { name })}>
                    {text('stop')}
                  </button>
                </MutationForm>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
