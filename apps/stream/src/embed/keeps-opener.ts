/**
 * Whether windows that are opened on this page keep their opener; `null` if that can't be known. The header
 * `Cross-Origin-Opener-Policy: same-origin` takes it from them, and scripts can't see it on the page itself. So the
 * headers are read once more, from the browser's cache or by `HEAD`.
 */
export const keepsOpener = (): Promise<boolean | null> =>
  // The outermost page decides, and the headers of another site can't be read.
  window.top !== window
    ? Promise.resolve(null)
    : fetch(location.href, { method: 'HEAD', cache: 'force-cache' }).then(
        ({ ok, headers }) =>
          ok ? !/^same-origin(?!-a)/.test(String(headers.get('cross-origin-opener-policy'))) : null,
        () => null,
      )
