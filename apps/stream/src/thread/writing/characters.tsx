import { useStream } from '../context.ts'

/** How many characters a text may still have; `null` where its length is not limited. */
export function useCharactersLeft(body: string): number | null {
  const { charCountEnable, charCount } = useStream().state.discussion.settings
  return charCountEnable && charCount !== null ? charCount - [...body.trim()].length : null
}

/** How many characters are left, or too many. */
export function Characters({ left, id }: { left: number | null; id: string }) {
  const { texts } = useStream()
  if (left === null) return <span class="characters" />
  return (
    <span class={left < 0 ? 'characters wrong' : 'characters'} id={id}>
      {left < 0 ? texts.counted('tooLong', -left) : texts.counted('charactersLeft', left)}
    </span>
  )
}
