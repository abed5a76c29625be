import { useAdmin } from '../app/context.ts'

/** How long ago something was, with the exact time as a hint. */
export function Timestamp({ time }: { readonly time: string }) {
  const { now, texts } = useAdmin()
  const at = Date.parse(time)
  return (
    <time datetime={time} title={texts.exact(at)}>
      {texts.ago(at, now.value)}
    </time>
  )
}
