import { useStream } from './context.ts'

/**
 * How long ago something was, with the exact time as a hint, or beside it where `exact` asks for it. The exact time
 * follows the reader's time zone, which the server does not know.
 */
export function Timestamp({ time, exact = false }: { time: string; exact?: boolean }) {
  const { texts, now, alive } = useStream()
  const at = Date.parse(time)
  const full = alive.value ? texts.exact(at) : undefined
  return (
    <time datetime={time} title={full}>
      {texts.ago(at, now.value)}
      {exact && full !== undefined && ` (${full})`}
    </time>
  )
}
