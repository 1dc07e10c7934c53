"""How does a feed encode, where nearly every value is short text, much of it not ASCII?

``twitter`` is one answer of Twitter's search for a Japanese character: 100 statuses, 467 KB compact as
UTF-8. ``swift.twitter`` keeps only the fields of the model that Swift's benchmark encodes, and leaves out
what is absent, as Swift does with nil.
"""

from __future__ import annotations

import random
from typing import Any

from lab.workloads import files
from lab.workloads.workload import Workload

_STATUS_FIELDS = ("id", "lang", "text", "source", "metadata")
_USER_FIELDS = (
    "created_at",
    "default_profile",
    "description",
    "favourites_count",
    "followers_count",
    "friends_count",
    "id",
    "lang",
    "name",
    "profile_background_color",
    "profile_background_image_url",
    "profile_banner_url",
    "profile_image_url",
    "profile_use_background_image",
    "screen_name",
    "statuses_count",
    "url",
    "verified",
)
_KANA = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん"
_WEB = "https://pbs.twimg.com/profile"


def twitter() -> dict[str, Any]:
    """The whole answer as plain values."""
    return files.load("twitter") if files.is_here("twitter") else look_alike()


def twitter_10() -> dict[str, Any]:
    """The answer with its first 10 statuses."""
    value = twitter()
    value["statuses"] = value["statuses"][:10]
    return value


def swift_twitter() -> dict[str, Any]:
    """The fields of Swift's model as plain values; no status has a place, so none is written."""
    return {"statuses": [_swift_status(status) for status in twitter()["statuses"]]}


def _swift_status(status: dict[str, Any]) -> dict[str, Any]:
    user = status["user"]
    kept = {field: status[field] for field in _STATUS_FIELDS}
    kept["user"] = {field: user[field] for field in _USER_FIELDS if user.get(field) is not None}
    return kept


def look_alike() -> dict[str, Any]:
    """An answer of the same shape: 100 statuses, 73 of them quoting another, text as long and as Japanese."""
    draw = random.Random(100)
    statuses = []
    for i in range(100):
        status = _status(draw)
        if i < 73:
            status["retweeted_status"] = _status(draw)
        statuses.append(status)
    newest = statuses[0]
    search = {"completed_in": 0.087, "max_id": newest["id"], "max_id_str": newest["id_str"]}
    search |= {"next_results": f"?max_id={newest['id']}&q=%E4%B8%80&count=100&include_entities=1"}
    search |= {
        "query": "%E4%B8%80",
        "refresh_url": f"?since_id={newest['id']}&q=%E4%B8%80&include_entities=1",
    }
    return {
        "statuses": statuses,
        "search_metadata": search | {"count": 100, "since_id": 0, "since_id_str": "0"},
    }


def _status(draw: random.Random) -> dict[str, Any]:
    number = draw.randrange(5 * 10**17, 6 * 10**17)
    mentioned = draw.randrange(10**8, 10**9)
    screen_name = _latin(draw, 9)
    mention = {
        "screen_name": screen_name,
        "name": _japanese(draw, 7),
        "id": mentioned,
        "id_str": str(mentioned),
    }
    return {
        "metadata": {"result_type": "recent", "iso_language_code": "ja"},
        "created_at": "Sun Aug 31 00:29:15 +0000 2014",
        "id": number,
        "id_str": str(number),
        "text": f"RT @{screen_name}: {_japanese(draw, 100)}\n",
        "source": '<a href="http://twitter.com/download/iphone" rel="nofollow">Twitter for iPhone</a>',
        "truncated": False,
        "in_reply_to_status_id": None,
        "in_reply_to_status_id_str": None,
        "in_reply_to_user_id": None,
        "in_reply_to_user_id_str": None,
        "in_reply_to_screen_name": None,
        "user": _user(draw),
        "geo": None,
        "coordinates": None,
        "place": None,
        "contributors": None,
        "retweet_count": draw.randrange(2000),
        "favorite_count": draw.randrange(100),
        "entities": {
            "hashtags": [],
            "symbols": [],
            "urls": [],
            "user_mentions": [mention | {"indices": [3, 12]}],
        },
        "favorited": False,
        "retweeted": False,
        "lang": "ja",
    }


def _user(draw: random.Random) -> dict[str, Any]:
    number = draw.randrange(10**8, 3 * 10**9)
    picture = f"{_WEB}_images/{draw.randrange(10**17, 10**18)}/{_latin(draw, 8)}_normal.jpeg"
    return {
        "id": number,
        "id_str": str(number),
        "name": _japanese(draw, 8),
        "screen_name": _latin(draw, 11),
        "location": _japanese(draw, 5),
        "description": _japanese(draw, 72),
        "url": None,
        "entities": {"description": {"urls": []}},
        "protected": False,
        "followers_count": draw.randrange(3000),
        "friends_count": draw.randrange(2000),
        "listed_count": draw.randrange(30),
        "created_at": "Sat Feb 16 13:40:25 +0000 2013",
        "favourites_count": draw.randrange(5000),
        "utc_offset": None,
        "time_zone": None,
        "geo_enabled": False,
        "verified": False,
        "statuses_count": draw.randrange(50_000),
        "lang": "ja",
        "contributors_enabled": False,
        "is_translator": False,
        "is_translation_enabled": False,
        "profile_background_color": "C0DEED",
        "profile_background_image_url": "http://abs.twimg.com/images/themes/theme1/bg.png",
        "profile_background_image_url_https": "https://abs.twimg.com/images/themes/theme1/bg.png",
        "profile_background_tile": False,
        "profile_image_url": picture.replace("https", "http"),
        "profile_image_url_https": picture,
        "profile_banner_url": f"{_WEB}_banners/{number}/{draw.randrange(10**9, 2 * 10**9)}",
        "profile_link_color": "0084B4",
        "profile_sidebar_border_color": "C0DEED",
        "profile_sidebar_fill_color": "DDEEF6",
        "profile_text_color": "333333",
        "profile_use_background_image": True,
        "default_profile": True,
        "default_profile_image": False,
        "following": False,
        "follow_request_sent": False,
        "notifications": False,
    }


def _japanese(draw: random.Random, length: int) -> str:
    return "".join(draw.choices(_KANA, k=length))


def _latin(draw: random.Random, length: int) -> str:
    return "".join(draw.choices("abcdefghijklmnopqrstuvwxyz0123456789_", k=length))


def workloads() -> list[Workload]:
    """The answer, its first statuses, the fields of Swift's model."""
    origin = "real" if files.is_here("twitter") else "look-alike"
    return [
        Workload(
            name="twitter",
            title="Twitter",
            family="twitter",
            build=twitter,
            origin=origin,
            small="twitter_10",
            note="100 statuses",
        ),
        Workload(
            name="twitter_10",
            title="Twitter, 10 statuses",
            family="twitter",
            build=twitter_10,
            origin=origin,
        ),
        Workload(
            name="swift.twitter",
            title="Twitter in Swift's model",
            family="twitter",
            build=swift_twitter,
            origin=origin,
            small="twitter_10",
            note="only the fields of Swift's model, as plain values",
        ),
    ]
