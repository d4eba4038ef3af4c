"""Which addresses may be called, in every spelling that leads to one."""

import ipaddress

import pytest

from runner.addresses import AddressRefused, UnknownHost, check_url, why_refused

REFUSED = {
    # loopback, in the spellings that resolvers understand
    "http://127.0.0.1/v1": "loopback",
    "http://127.1/": "loopback",
    "http://2130706433/": "loopback",
    "http://0x7f000001/": "loopback",
    "http://0x7f.0.0.1/": "loopback",
    "http://localhost:8000/": "loopback",
    "http://[::1]/": "loopback",
    "http://0/": "unspecified",
    "http://0.0.0.0/": "unspecified",
    "http://[::]/": "unspecified",
    # private networks
    "http://10.0.0.1/": "private",
    "http://172.16.5.4/": "private",
    "http://192.168.1.1/": "private",
    "http://100.64.0.1/": "private",
    "http://[fc00::1]/": "private",
    "http://[fec0::1]/": "private",
    "http://192.0.2.1/": "private",
    "http://255.255.255.255/": "private",
    # link-local and cloud metadata
    "http://169.254.169.254/latest/meta-data/": "metadata",
    "http://2852039166/": "metadata",
    "http://0xa9fea9fe/": "metadata",
    "http://[fe80::1]/": "metadata",
    "http://100.100.100.200/": "metadata",
    "http://168.63.129.16/": "metadata",
    "http://192.0.0.192/": "metadata",
    "http://[fd00:ec2::254]/": "metadata",
    # IPv4 inside IPv6
    "http://[::ffff:127.0.0.1]/": "not allowed",
    "http://[::ffff:169.254.169.254]/": "not allowed",
    "http://[::ffff:a9fe:a9fe]/": "not allowed",
    "http://[::127.0.0.1]/": "not allowed",
    "http://[64:ff9b::7f00:1]/": "loopback",
    "http://[64:ff9b::a9fe:a9fe]/": "metadata",
    "http://[2002:7f00:1::]/": "loopback",
    "http://[2001:0:7f00:1::]/": "not allowed",
    # multicast
    "http://224.0.0.1/": "multicast",
    "http://[ff02::1]/": "multicast",
    # not a URL to call at all
    "file:///etc/passwd": "http",
    "ftp://example.com/": "http",
    "gopher://127.0.0.1:70/": "http",
    "//example.com/": "http",
    "example.com": "http",
    "": "http",
    "http://": "host",
    "http:///v1": "host",
    "http://user:pw@93.184.216.34/": "user name",
    "http://user@93.184.216.34/": "user name",
    "http://93.184.216.34:0/": "port",
    "http://93.184.216.34:99999/": "port",
    "http://93.184.216.34:x/": "not a URL",
    "http://93.184.216.34 /": "spaces",
    "http://93.184.216.34/\r\nHost: x": "spaces",
    "http://93.184.216.34\\@127.0.0.1/": "backslashes",
    "http://[::1/": "not a URL",
}


@pytest.mark.parametrize("url", REFUSED)
def test_an_address_that_leads_inwards_is_refused_with_its_reason(url: str) -> None:
    with pytest.raises(AddressRefused, match=REFUSED[url]):
        check_url(url)


@pytest.mark.parametrize(
    "url",
    ["http://0177.0.0.1/", "http://[fe80::1%25eth0]/", "http://①②⑦.⓪.⓪.①/"],
)
def test_an_odd_spelling_is_refused_one_way_or_another(url: str) -> None:
    with pytest.raises(AddressRefused):
        check_url(url)


def test_a_public_address_is_allowed() -> None:
    check_url("https://93.184.216.34/v1")
    check_url("http://[2606:2800:220:1:248:1893:25c8:1946]:8080/v1")


def test_an_operator_may_allow_private_addresses() -> None:
    for url in ("http://127.0.0.1:8765/v1", "http://10.0.0.1/", "http://[::1]/"):
        check_url(url, allow_private=True)


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/",
        "http://[::ffff:169.254.169.254]/",
        "http://[fe80::1]/",
        "http://224.0.0.1/",
        "http://user:pw@127.0.0.1/",
        "file:///etc/passwd",
    ],
)
def test_metadata_and_credentials_stay_refused_even_then(url: str) -> None:
    with pytest.raises(AddressRefused):
        check_url(url, allow_private=True)


def test_a_name_with_one_inner_address_among_many_is_refused() -> None:
    def resolver(host: str, port: int) -> list[str]:
        return ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "10.0.0.1"]

    with pytest.raises(AddressRefused, match="10.0.0.1"):
        check_url("http://many.example/", resolver=resolver)


def test_a_name_that_does_not_resolve_is_unknown() -> None:
    def resolver(host: str, port: int) -> list[str]:
        raise OSError("no such name")

    with pytest.raises(UnknownHost, match="does not resolve"):
        check_url("http://nowhere.example/", resolver=resolver)


def test_a_scoped_address_is_judged_without_its_zone() -> None:
    assert why_refused(ipaddress.ip_address("fe80::1%eth0")) is not None
