// Descriptions of searching, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    SearchKind: {
      type: 'A kind of rows that a search finds, the most important first.',
      values: {
        Host: 'A device, by names, description, serial number, chassis ID, manufacturer, model, software or location.',
        Network: 'A network, by its name.',
        Subnet: 'An IP subnet, by CIDR, an address in it, name or description.',
        VLAN: 'A VLAN, by number, name or description.',
        Service: 'A software on a host, by name or definition.',
        Interface: 'A port of a device, by ifName, ifDescr, ifAlias or MAC address.',
        IPAddress: 'An address of a host, by the address, its MAC address or its name.',
        Group: 'A group of services or bindings, by name or description.',
        Tag: 'A tag of the organization, by name or description.',
        Daemon: 'A discovery agent, by name or URL.',
        WirelessAssociation: 'A wireless client, by MAC address, SSID or name of the access point.',
        Port: 'A TCP or UDP port of a host, by its number.',
      },
    },
    SearchRank: {
      type: 'How well a value matches a search.',
      values: {
        Exact: 'The text is the whole value. A match in a location is never exact, because a location names no host.',
        Beginning: 'The value begins with the text, or is an address within the prefix.',
        Part: 'The text occurs in the value.',
      },
    },
  },
});
