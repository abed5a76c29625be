import { type ComponentType, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/**
 * A component that is loaded when it is first drawn. Until then its place is empty, and on the server always. What only
 * moderators see is not loaded by readers in this way.
 *
 * @example
 * const Details = later(async () => (await import('./details.tsx')).Details)
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  return props => {
    const [Content, setContent] = useState<{ readonly of: ComponentType<Props> } | null>(loaded && { of: loaded })
    useEffect(() => {
      if (Content) return
      let isShown = true
      // Without the network its place stays empty, and the next attempt loads it again.
      load().then(
        component => {
          loaded = component
          if (isShown) setContent({ of: component })
        },
        () => undefined,
      )
      return () => {
        isShown = false
      }
    }, [])
    return Content ? h(Content.of, props) : null
  }
}
