"""Every spelling of a URL that leads inwards, and names that resolve to such."""

from itertools import chain

PUBLIC = "93.184.216.34"
PUBLIC_6 = "2606:2800:220:1:248:1893:25c8:1946"
INNER = {
    "loopback": "127.0.0.1",
    "private": "10.1.2.3",
    "metadata": "169.254.169.254",
    "carrier": "100.64.0.1",
}
# What names resolve to; a name may have several records.
NAMES = {
    "public.example": [PUBLIC],
    "dual.example": [PUBLIC_6, PUBLIC],
    "localhost": ["127.0.0.1", "::1"],
    "localhost.localdomain": ["127.0.0.1"],
    "foo.localhost": ["127.0.0.1"],
    "metadata.google.internal": ["169.254.169.254"],
    "metadata": ["169.254.169.254"],
    "instance-data.ec2.internal": ["169.254.169.254"],
    "instance-data6.ec2.internal": ["fd00:ec2::254"],
    "alibaba-metadata.example": ["100.100.100.200"],
    "oracle-metadata.example": ["192.0.0.192"],
    "azure-wireserver.example": ["168.63.129.16"],
    "127.0.0.1.nip.example": ["127.0.0.1"],
    "inner-first.example": ["10.0.0.1", PUBLIC],
    "inner-last.example": [PUBLIC, PUBLIC_6, "93.184.216.35", "10.0.0.1"],
    "inner-six.example": [PUBLIC, "fc00::1"],
    "mapped.example": ["::ffff:10.0.0.1"],
    "zone.example": ["fe80::1%eth0"],
    "broadcast.example": ["255.255.255.255"],
}
OUTWARD = ("public.example", "dual.example")


def spellings(address: str) -> list[str]:
    """Return hosts that resolvers or URL parsers take for an IPv4 address."""
    a, b, c, d = parts = [int(part) for part in address.split(".")]
    number = int.from_bytes(bytes(parts))
    six = f"{number >> 16:x}:{number & 0xFFFF:x}"
    return [
        address,
        f"{number}",
        f"0{number:o}",
        f"0x{number:x}",
        f"0X{number:X}",
        f"0{a:o}.0{b:o}.0{c:o}.0{d:o}",
        f"000{a:o}.000{b:o}.000{c:o}.000{d:o}",
        f"0x{a:x}.0x{b:x}.0x{c:x}.0x{d:x}",
        f"0x{a:x}.{b}.0{c:o}.{d}",
        f"{a}.{number & 0xFFFFFF}",
        f"{a}.{b}.{number & 0xFFFF}",
        f"{address}.",
        address.replace(".", "\N{IDEOGRAPHIC FULL STOP}"),
        address.replace(".", "\N{FULLWIDTH FULL STOP}"),
        "".join(chr(ord(x) + 0xFEE0) if x.isdigit() else x for x in address),
        "".join(chr(0x2460 + int(x) - 1) if x in "123456789" else x for x in address),
        "".join(f"%{ord(x):02x}" for x in address),
        f"[::ffff:{address}]",
        f"[::ffff:{six}]",
        f"[0:0:0:0:0:ffff:{six}]",
        f"[::{address}]",
        f"[::ffff:0:{address}]",
        f"[64:ff9b::{address}]",
        f"[64:ff9b:1::{address}]",
        f"[2002:{six}::]",
        f"[2002:{six}::1]",
        f"[2001:0:{six}::]",
        f"[::ffff:{address}%25eth0]",
    ]


HOSTS = [
    *chain.from_iterable(spellings(address) for address in INNER.values()),
    *("[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::1%25lo]", "[::1%lo]", "0", "0.0.0.0"),
    *("[fe80::1]", "[fe80::1%25eth0]", "[fe80::1%eth0]", "[fe80::a9fe:a9fe%251]"),
    *("[fc00::1]", "[fd12:3456::1]", "[fec0::1]", "[fd00:ec2::254]", "[ff02::1]"),
    *("[100::1]", "[2001:db8::1]", "[5f00::1]", "172.16.0.1", "172.31.255.254"),
    *("192.168.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"),
    *("224.0.0.1", "240.0.0.1", "255.255.255.255", "100.100.100.200", "168.63.129.16"),
    *(
        "LOCALHOST",
        "localhost.",
        "loc%61lhost",
        "\N{FULLWIDTH LATIN SMALL LETTER L}ocalhost",
    ),
    *(name for name in NAMES if name not in OUTWARD),
]
# URLs that are read in two ways, or name no host to speak HTTP with.
ODD = [
    f"http://{PUBLIC}@127.0.0.1/",
    f"http://127.0.0.1@{PUBLIC}/",
    f"http://user:password@{PUBLIC}/",
    f"http://:@{PUBLIC}/",
    f"http://{PUBLIC}\\@127.0.0.1/",
    f"http://127.0.0.1\\@{PUBLIC}/",
    f"http://{PUBLIC}:80@127.0.0.1/",
    f"http://{PUBLIC}:80:80/",
    f"http://{PUBLIC}:0/",
    f"http://{PUBLIC}:65536/",
    f"http://{PUBLIC}:-1/",
    f"http://{PUBLIC}:x/",
    f"http://{PUBLIC}\t@127.0.0.1/",
    f"http://{PUBLIC}/\r\nHost: 127.0.0.1",
    f" http://{PUBLIC}\x00.example/",
    "http:\\\\127.0.0.1/",
    "http:/127.0.0.1/",
    "http:127.0.0.1/",
    "http:///127.0.0.1/",
    "//127.0.0.1/",
    "http://[::1/",
    "http://[127.0.0.1]/",
    "http://",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_INFO",
    "ftp://127.0.0.1/",
    "dict://127.0.0.1:11211/",
    "unix:///var/run/docker.sock",
    "http+unix://%2Fvar%2Frun%2Fdocker.sock/",
    "jar:http://127.0.0.1!/",
    "javascript:alert(1)",
    "data:text/plain,hello",
]
URLS = [f"http://{host}/v1" for host in HOSTS] + ODD
