import {
  observeWindowOffset,
  observeWindowRect,
  type VirtualItem,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'

/** The height of a row before it is measured. Pixels. */
const ESTIMATE = 240
/** Rows that are drawn above and below the screen. */
const AROUND = 4
/** The height of what sticks to the top of the screen, and some room at the bottom. Pixels. */
const PADDING = { scrollPaddingStart: 72, scrollPaddingEnd: 48 }

/** The rows of a long list that are near the screen; only these are drawn. */
export interface VirtualRows {
  readonly rows: readonly VirtualItem[]
  /** The height of the whole list. Pixels. */
  readonly height: number
  /** How far a row is from the beginning of the list. Pixels. */
  offsetOf(row: VirtualItem): number
  /** Measures a row, whose element has its number as `data-index`. */
  measure(element: Element | null): void
  scrollTo(index: number): void
}

/** Draws a long list as the window is scrolled. */
export function useVirtual(keys: readonly string[], list: RefObject<HTMLElement | null>): VirtualRows {
  const [, draw] = useReducer<number, void>(turn => turn + 1, 0)
  const margin = useRef(0)
  const options: VirtualizerOptions<Window, Element> = {
    ...PADDING,
    count: keys.length,
    overscan: AROUND,
    scrollMargin: margin.current,
    estimateSize: () => ESTIMATE,
    getItemKey: index => keys[index] ?? index,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => window.scrollY,
    onChange: () => draw(),
  }
  const [virtual] = useState(() => new Virtualizer(options))
  virtual.setOptions(options)
  useLayoutEffect(() => virtual._didMount(), [])
  useLayoutEffect(() => {
    const top = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    if (Math.abs(top - margin.current) > 1) {
      margin.current = top
      draw()
    }
    virtual._willUpdate()
  })
  return {
    rows: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    offsetOf: ({ start }) => start - virtual.options.scrollMargin,
    measure: element => element && virtual.measureElement(element),
    scrollTo: index => virtual.scrollToIndex(index, { align: 'auto' }),
  }
}
