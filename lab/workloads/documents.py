"""How do everyday API answers encode: many small objects, the same few keys again and again?

``citm_catalog`` is a concert hall's catalogue: 500 KB compact, small integers in 11,000 small objects and
lists, keys that are numbers in quotes. ``github_events`` is one page of GitHub's public events: 53 KB, 30
records full of URLs and hashes.
"""

from __future__ import annotations

import random
from typing import Any

from lab.workloads import files
from lab.workloads.workload import Workload

_EVENTS = 184
_PERFORMANCES = 243
_FIRST_SEAT = 338_937_235
_AREAS = tuple(range(205_705_993, 205_706_010))
_API = "https://api.github.com"
_AVATARS = "https://secure.gravatar.com/avatar"
_DEFAULT_AVATAR = (
    "?d=https://a248.e.akamai.net/assets.github.com%2Fimages%2Fgravatars%2Fgravatar-user-420.png"
)


def citm_catalog() -> dict[str, Any]:
    """The whole catalogue as plain values."""
    return files.load("citm_catalog") if files.is_here("citm_catalog") else citm_look_alike()


def citm_catalog_10() -> dict[str, Any]:
    """The catalogue with its first 10 events and performances; the name tables stay whole."""
    value = citm_catalog()
    value["events"] = dict(list(value["events"].items())[:10])
    value["performances"] = value["performances"][:10]
    return value


def github_events() -> list[Any]:
    """The whole page as plain values."""
    return files.load("github_events") if files.is_here("github_events") else github_look_alike()


def citm_look_alike() -> dict[str, Any]:
    """A catalogue of the same shape: as many events, performances, prices and areas, with the same keys."""
    draw = random.Random(243)
    subtopics = {str(337_184_262 + i): f"Musique numéro {i}" for i in range(19)}
    topics = {str(107_888_604 + i): f"Thème {i}" for i in range(4)}
    events = [138_586_341 + 4 * i for i in range(_EVENTS)]
    return {
        "areaNames": {str(area): f"{i}ème balcon latéral" for i, area in enumerate(_AREAS)},
        "audienceSubCategoryNames": {"337100890": "Abonné"},
        "blockNames": {},
        "events": {str(event): _citm_event(draw, event) for event in events},
        "performances": [_citm_performance(draw, draw.choice(events)) for _ in range(_PERFORMANCES)],
        "seatCategoryNames": {str(_FIRST_SEAT + i): f"{i}ème catégorie" for i in range(64)},
        "subTopicNames": subtopics,
        "subjectNames": {},
        "topicNames": topics,
        "topicSubTopics": {
            topic: [int(name) for name in draw.sample(list(subtopics), 5)] for topic in topics
        },
        "venueNames": {"PLEYEL_PLEYEL": "Salle Pleyel"},
    }


def _citm_event(draw: random.Random, number: int) -> dict[str, Any]:
    return {
        "description": None,
        "id": number,
        "logo": draw.choice((None, "/images/UE0AAAAACEKo6QAAAAZDSVRN")),
        "name": draw.choice(
            ("30th Anniversary Tour", "Berliner Philharmoniker", "Quatuor et solistes invités")
        ),
        "subTopicIds": [337_184_262 + draw.randrange(19) for _ in range(3)],
        "subjectCode": None,
        "subtitle": None,
        "topicIds": [324_846_099, 107_888_604, 324_846_100],
    }


def _citm_performance(draw: random.Random, event: int) -> dict[str, Any]:
    seats = [_FIRST_SEAT + i for i in draw.sample(range(64), draw.choices((5, 4, 1), (95, 89, 59))[0])]
    return {
        "eventId": event,
        "id": draw.randrange(339_000_000, 340_000_000),
        "logo": None,
        "name": None,
        "prices": [
            {
                "amount": 500 * draw.randrange(20, 200),
                "audienceSubCategoryId": 337_100_890,
                "seatCategoryId": seat,
            }
            for seat in seats
        ],
        "seatCategories": [
            {
                "areas": [
                    {"areaId": area, "blockIds": []}
                    for area in draw.sample(_AREAS, draw.choice((6, 6, 6, 10, 11, 11, 13, 13)))
                ],
                "seatCategoryId": seat,
            }
            for seat in seats
        ],
        "seatMapImage": None,
        "start": 1_372_701_600_000 + 86_400_000 * draw.randrange(300),
        "venueCode": "PLEYEL_PLEYEL",
    }


def github_look_alike() -> list[Any]:
    """A page of the same shape: 30 events, a third of them short, a few with long texts."""
    draw = random.Random(30)
    return [_github_event(draw, long=i % 5 == 0) for i in range(30)]


def _github_event(draw: random.Random, *, long: bool) -> dict[str, Any]:
    name = "".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=9))
    before, head, gravatar = (f"{draw.getrandbits(160):040x}" for _ in range(3))
    gravatar = gravatar[:32]
    words = "initialize channel data in the base class, so that every subclass shares one prompt. ".split()
    message = " ".join(draw.choices(words, k=600 if long else 40)) + '\n\n- closes "issue" #22'
    commit = {
        "url": f"{_API}/repos/{name}/trigger/commits/{head}",
        "distinct": True,
        "message": message,
        "author": {"email": f"{name}@example.com", "name": name},
        "sha": head,
    }
    return {
        "created_at": "2013-01-10T07:58:30Z",
        "actor": {
            "url": f"{_API}/users/{name}",
            "login": name,
            "avatar_url": f"{_AVATARS}/{gravatar}{_DEFAULT_AVATAR}",
            "id": draw.randrange(10**5, 10**7),
            "gravatar_id": gravatar,
        },
        "payload": {
            "size": 1,
            "head": head,
            "commits": [commit],
            "distinct_size": 1,
            "push_id": draw.randrange(134_000_000, 135_000_000),
            "ref": "refs/heads/issue-22",
            "before": before,
        },
        "repo": {
            "url": f"{_API}/repos/{name}/trigger",
            "id": draw.randrange(10**6, 10**7),
            "name": f"{name}/trigger",
        },
        "id": str(draw.randrange(1_652_000_000, 1_653_000_000)),
        "type": "PushEvent",
        "public": True,
    }


def workloads() -> list[Workload]:
    """The catalogue, a part of it, the page of events."""
    catalogue = "real" if files.is_here("citm_catalog") else "look-alike"
    return [
        Workload(
            name="citm_catalog",
            title="CITM catalogue",
            family="documents",
            build=citm_catalog,
            origin=catalogue,
            small="citm_catalog_10",
        ),
        Workload(
            name="citm_catalog_10",
            title="CITM catalogue, 10 performances",
            family="documents",
            build=citm_catalog_10,
            origin=catalogue,
        ),
        Workload(
            name="github_events",
            title="GitHub events",
            family="documents",
            build=github_events,
            origin="real" if files.is_here("github_events") else "look-alike",
        ),
    ]
