// Reads and writes the URL of the discovery page: /discovery/NETWORK/PART.

export interface Place {
  readonly networkId: string | null;
  readonly part: string | null;
}

function decoded(text: string | undefined): string | null {
  if (!text) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function readPlace(pathname: string): Place {
  const [, , networkId, part] = pathname.split('/');
  return { networkId: decoded(networkId), part: decoded(part) };
}

export function writePlace({ networkId, part }: Place): string {
  const parts = networkId === null ? [] : part === null ? [networkId] : [networkId, part];
  return ['/discovery', ...parts.map(encodeURIComponent)].join('/');
}
