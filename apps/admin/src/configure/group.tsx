import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface GroupProps {
  readonly title: string
  /** What the settings of the group are for. */
  readonly about?: string
  readonly children: ComponentChildren
}

/** Settings that belong together. */
export function Group({ title, about, children }: GroupProps) {
  const id = useId()
  return (
    <section class="group" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {about && <p class="hint">{about}</p>}
      {children}
    </section>
  )
}
