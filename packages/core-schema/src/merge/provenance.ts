import type { ASTNode, Source } from 'graphql'
import type { Part } from './source.ts'

/** Finds out who wrote a node of the merged document. */
export interface Provenance {
  /** The node with its owner; `undefined` for nodes that no source wrote. */
  partOf<Node extends ASTNode>(node: Node): Part<Node> | undefined
}

/** Nodes remember the text they were parsed from, and each text belongs to one source. */
export function createProvenance(parts: readonly Part[]): Provenance {
  const bySource = new Map<Source, Part>()
  for (const part of parts) {
    if (part.node.loc !== undefined) bySource.set(part.node.loc.source, part)
  }
  return {
    partOf(node) {
      const part = node.loc === undefined ? undefined : bySource.get(node.loc.source)
      return part === undefined ? undefined : { ...part, node }
    },
  }
}
