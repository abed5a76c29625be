import { useStream } from './context.ts'

/** How long ago something was. The exact time follows the reader's time zone, which the server does not know. */
export function Timestamp({ time }: { time: string }) {
  const { texts, now, alive } = useStream()
  const at = Date.parse(time)
  return (
    <time datetime={time} title={alive.value ? texts.exact(at) : undefined}>
      {texts.ago(at, now.value)}
    </time>
  )
}
