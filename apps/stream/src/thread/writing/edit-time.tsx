import { useEffect, useState } from 'preact/hooks'
import { useStream } from '../context.ts'

const SECOND = 1_000

/** Milliseconds until a time, counted each second; 0 when it has passed. */
export function useTimeLeft(until: string | null | undefined): number {
  const { alive, now } = useStream()
  const end = Date.parse(until ?? '') || 0
  const [at, setAt] = useState(now.value)
  const left = Math.max(0, end - (alive.value ? at : now.value))
  useEffect(() => {
    setAt(Date.now())
    if (end <= Date.now()) return
    const timer = setInterval(() => {
      setAt(Date.now())
      if (Date.now() >= end) clearInterval(timer)
    }, SECOND)
    return () => clearInterval(timer)
  }, [end])
  return left
}

/** How long the own comment can still be changed. */
export function TimeLeft({ until }: { until: string | null | undefined }) {
  const { texts } = useStream()
  return <span class="needs-script">{texts.text('editTime', { time: texts.duration(useTimeLeft(until)) })}</span>
}
