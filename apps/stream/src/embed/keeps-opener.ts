/**
 * Whether windows that are opened on this page keep their opener; `null` if that can't be known. The header
 * `Cross-Origin-Opener-Policy: same-origin` takes it from them, and scripts can't see it on the page itself. So the
 * headers are read once more, from the browser's cache or by `HEAD`.
 */
export async function keepsOpener(): Promise<boolean | null> {
  // The outermost page decides, and the headers of another site can't be read.
  if (window.top !== window) return null
  const [loaded] = performance.getEntriesByType('navigation')
  const answer = await fetch(loaded?.name ?? location.href, { method: 'HEAD', cache: 'force-cache' }).catch(() => null)
  if (!answer?.ok) return null
  const policy = answer.headers.get('cross-origin-opener-policy') ?? ''
  return !policy.startsWith('same-origin') || policy.startsWith('same-origin-allow-popups')
}
