// Highlights a path: its hops and the lines between them.
import { linksBetween } from '../graph/links-between';
import type { Picture } from '../graph/picture';
import type { Path } from '../state/answers';
import type { MarkBuilder } from './mark-builder';

function nameOfHop({ nodes }: Picture, addressId: string): string {
  const node = nodes.get(addressId);
  return node?.shape === 'item' ? node.hostName : '';
}

export function markPath(builder: MarkBuilder, { hops }: Path): void {
  const between = linksBetween(builder.picture.links);
  const linkAll = (a: string | null | undefined, b: string | null | undefined): boolean => {
    const ids = a && b ? between(a, b) : [];
    return ids.filter((id) => builder.link(id, 'path')).length > 0;
  };
  hops.forEach((hop, index) => {
    const { kind, id, inInterfaceId, outInterfaceId, inIpAddress, outIpAddress, outEdgeId } = hop;
    for (const part of [inInterfaceId, outInterfaceId, inIpAddress?.id, outIpAddress?.id])
      if (part) builder.node(part, 'path');
    const box = builder.boxOf(hop);
    if (kind === 'Node') builder.node(id, 'path');
    else if (box) builder.node(box, 'path');
    if (hop.foldedIn.length > 0) builder.stop(hop, 'path');
    const isByEdge = outEdgeId != null && builder.link(outEdgeId, 'path');
    // The addresses of a machine are all linked with its first address. The path does not lead over that address, so a
    // line from the one to the other address is added.
    if (inIpAddress && outIpAddress && !linkAll(inIpAddress.id, outIpAddress.id))
      builder.step(inIpAddress.id, outIpAddress.id, nameOfHop(builder.picture, inIpAddress.id));
    const next = hops[index + 1];
    if (!next) return;
    // If the path does not name the port at an end of the link, the link is found by the box of that end's host.
    const isByPorts = linkAll(outInterfaceId ?? box, next.inInterfaceId ?? builder.boxOf(next));
    // No drawn link matches, because its ends are inside folds: highlight the line between these folds instead.
    if (!isByEdge && !isByPorts) builder.foldedLine(builder.drawnOf(hop), builder.drawnOf(next), 'path');
  });
}
