// Lists in answers: hops of a path, disconnected hosts, ports that lack a VLAN. A click on a name selects its node in
// the drawing.
import type { Picture } from '../../graph/picture';
import { displayNameBeside, ownNameOf } from '../../../../modules/topology/graph/ports/port-name';
import { blockedWords } from '../../graph/shown';
import { fullNameOf } from '../../graph/texts';
import type { Hop, Path, Stop, VlanPath } from '../../state/answers';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';

/**
 * A link that selects the node in the drawing, even if the node is inside a fold. Plain text if the view does not draw
 * it.
 */
function NodeLink({
  id,
  name,
  picture,
  isFolded = false,
}: {
  id: string | undefined;
  name: string;
  picture: Picture | undefined;
  isFolded?: boolean;
}) {
  const page = usePage();
  if (id === undefined || (!isFolded && !picture?.nodes.has(id))) return <span>{name}</span>;
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        page.show(id);
      }}
    >
      {name}
    </button>
  );
}

export function StopLink({ stop, picture }: { stop: Stop | Hop; picture: Picture | undefined }) {
  const isFolded = stop.foldedIn.length > 0;
  const id = isFolded ? stop.id : nodeOfStop(picture, stop);
  return <NodeLink id={id} name={nameOfStop(picture, stop)} picture={picture} isFolded={isFolded} />;
}

const nodeOfStop = (picture: Picture | undefined, { kind, id }: Pick<Stop, 'kind' | 'id'>): string | undefined =>
  kind === 'Node'
    ? id
    : (picture?.boxes.find(({ entityId }) => entityId === id) ?? picture?.items.find(({ hostId }) => hostId === id))
        ?.id;

function nameOfStop(
  picture: Picture | undefined,
  stop: Pick<Stop, 'kind' | 'id'> & Partial<Pick<Stop, 'host' | 'subnet'>>,
) {
  const node = picture?.nodes.get(stop.id);
  return stop.host?.displayName ?? stop.subnet?.name ?? (node ? fullNameOf(node) : stop.kind);
}

export function Stops({ stops, picture }: { stops: readonly Stop[]; picture: Picture | undefined }) {
  const isDrawn = (stop: Stop) => stop.foldedIn.length > 0 || picture?.nodes.has(nodeOfStop(picture, stop) ?? '');
  return (
    <>
      <ul class="answers">
        {stops.map((stop) => (
          <li key={stop.id}>
            <StopLink stop={stop} picture={picture} />
          </li>
        ))}
      </ul>
      {!stops.every(isDrawn) && <p class="quiet">{texts.answers.notInThePicture}</p>}
    </>
  );
}

export function Hops({ path }: { path: Path }) {
  const { picture, vlans } = usePageState();
  const vlanName = (id: string) => vlans.find((vlan) => vlan.id === id)?.vlanNumber ?? '?';
  const byOf = (port: Hop['inInterface'], address: Hop['inIpAddress']) => (port ? ownNameOf(port) : address?.ipAddress);
  return (
    <ol class="answers hops">
      {path.hops.map((hop, index) => {
        const into = byOf(hop.inInterface, hop.inIpAddress);
        const out = byOf(hop.outInterface, hop.outIpAddress);
        return (
          <li key={`${hop.id} ${index}`}>
            {into && <span class="quiet">{texts.answers.in(into)} </span>}
            <strong>
              <StopLink stop={hop} picture={picture} />
            </strong>
            {hop.subnet && <span class="quiet"> {hop.subnet.cidr}</span>}
            {hop.fhrpState && <span class="quiet"> {texts.answers.fhrp(hop.fhrpState)}</span>}
            {out && <span class="quiet"> {texts.answers.out(out)}</span>}
            {hop.isOutBlocked && <strong> {texts.answers.blocked(blockedWords)}</strong>}
            {hop.vlanIds.length > 0 && (
              <div class="quiet">{texts.answers.vlan(hop.vlanIds.length, hop.vlanIds.map(vlanName).join(', '))}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

type GapPort = NonNullable<VlanPath['gaps'][number]['lackingInterface']>;
const nameOf = (port: GapPort | null): string =>
  port ? [ownNameOf(port), port.host?.displayName].filter(Boolean).join(' of ') : texts.answers.aPort;

interface GapsProps {
  readonly gaps: VlanPath['gaps'];
  /** The ports that carry the VLAN. */
  readonly ports: VlanPath['ports'];
  /** Whether the VLAN has several segments. */
  readonly isSplit: boolean;
  readonly picture: Picture | undefined;
}
export function Gaps({ gaps, ports, isSplit, picture }: GapsProps) {
  if (gaps.length === 0) return <p>{isSplit ? texts.answers.noGapsInSegments : texts.answers.noGaps}</p>;
  const carryingIds = new Set(ports.map(({ interfaceId }) => interfaceId));
  // Operators often write the far end of the cable into a port's alias, so the alias is shown too.
  const aliasOf = (port: GapPort | null) =>
    port && displayNameBeside(port) && <span class="quiet">({displayNameBeside(port)}) </span>;
  return (
    <>
      <p>
        <strong>
          {gaps.length} {gaps.length === 1 ? texts.answers.gap : texts.answers.gaps}
        </strong>
        {texts.answers.otherEnd}
      </p>
      <ul class="answers">
        {gaps.map(({ lackingInterfaceId, lackingInterface, carryingInterface }) => {
          const isUntagged = carryingIds.has(lackingInterfaceId);
          const farText = isUntagged ? texts.answers.sendsTagged : texts.answers.carries;
          return (
            <li key={`${lackingInterfaceId}`}>
              <NodeLink id={lackingInterfaceId} name={nameOf(lackingInterface)} picture={picture} />{' '}
              {aliasOf(lackingInterface)}
              {isUntagged ? texts.answers.sendsUntagged : texts.answers.lacks}{' '}
              <span class="quiet">{farText(nameOf(carryingInterface))}</span> {aliasOf(carryingInterface)}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Ports that send a VLAN to devices whose VLANs are unknown. The list is collapsed, because this is not an error. */
export function UnknownEnds({ ends, picture }: { ends: VlanPath['unknownEnds']; picture: Picture | undefined }) {
  if (ends.length === 0) return null;
  return (
    <details>
      <summary>{texts.answers.unknownEnds(ends.length)}</summary>
      <p class="quiet">{texts.answers.nobodyReports}</p>
      <ul class="answers">
        {ends.map(({ carryingInterfaceId, carryingInterface, hostId, host }) => (
          <li key={`${carryingInterfaceId} ${hostId}`}>
            <NodeLink
              id={nodeOfStop(picture, { kind: 'Host', id: hostId })}
              name={host?.displayName ?? ''}
              picture={picture}
            />{' '}
            <span class="quiet">{texts.answers.at(nameOf(carryingInterface))}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
