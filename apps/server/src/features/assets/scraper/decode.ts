const DECLARED = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i

/**
 * A page as text, in the encoding that its header or its beginning names; UTF-8 where neither names one that exists.
 */
export function decodePage(bytes: Uint8Array, contentType: string | null): string {
  const named =
    /charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType ?? '')?.[1] ??
    DECLARED.exec(Buffer.from(bytes.subarray(0, 2_048)).toString('latin1'))?.[1]
  return decoder(named).decode(bytes)
}

function decoder(encoding = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder()
  }
}
