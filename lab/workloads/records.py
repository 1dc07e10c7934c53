"""What do the small records of a web application look like?

The view models that dotnet/performance serializes in ``WriteJson<T>``, rebuilt field by field from its
``DataGenerator`` (they come from a real application, AllReady). Spelling mistakes in the texts are part of
the payload. Two liberties: every timestamp is fixed, where the original takes the current time, and
timestamps are text already, in the form that System.Text.Json gives them (33 characters).
"""

# Field names are the JSON names, so they keep their system's spelling.

from __future__ import annotations

from dataclasses import dataclass

from lab.workloads.workload import Workload

_START = "2022-08-03T12:34:56.1234567+00:00"
_NEXT_DAY = "2022-08-04T12:34:56.1234567+00:00"
_WEEK_BEFORE = "2022-07-27T12:34:56.1234567+00:00"
_WEEK_AFTER = "2022-08-10T12:34:56.1234567+00:00"
_YEAR_AFTER = "2023-08-03T12:34:56.1234567+00:00"
_IMAGE = "https://www.dotnetfoundation.org/theme/img/carousel/foundation-diagram-content.png"
_DESCRIPTION = (
    "The .NET Foundation works with Microsoft and the broader industry to increase the exposure of open "
    "source projects in the .NET community and the .NET Foundation. The .NET Foundation provides access to "
    "these resources to projects and looks to promote the activities of our communities."
)


@dataclass
class LoginViewModel:
    """Two strings and a flag: the smallest record that is still a record."""

    Email: str
    Password: str
    RememberMe: bool


@dataclass
class Location:
    """An id and eight short strings."""

    Id: int
    Address1: str
    Address2: str
    City: str
    State: str
    PostalCode: str
    Name: str
    PhoneNumber: str
    Country: str


@dataclass
class CampaignSummaryViewModel:
    """The campaign on a front page."""

    Id: int
    Title: str
    Description: str
    ImageUrl: str
    OrganizationName: str
    Headline: str


@dataclass
class ActiveOrUpcomingEvent:
    """One of the twenty events on a front page, with its 280-character text."""

    Id: int
    ImageUrl: str
    Name: str
    CampaignName: str
    CampaignManagedOrganizerName: str
    Description: str
    StartDate: str
    EndDate: str


@dataclass
class IndexViewModel:
    """A front page: many events, one campaign, two flags."""

    ActiveOrUpcomingEvents: list[ActiveOrUpcomingEvent]
    FeaturedCampaign: CampaignSummaryViewModel
    IsNewAccount: bool
    HasFeaturedCampaign: bool


@dataclass
class MyEventsListerItemTask:
    """A task of an event; ``FormattedDate`` is computed in the source system, stored here."""

    Name: str
    StartDate: str
    EndDate: str
    FormattedDate: str


@dataclass
class MyEventsListerItem:
    """An event with its four tasks."""

    EventId: int
    EventName: str
    StartDate: str
    EndDate: str
    TimeZone: str
    Campaign: str
    Organization: str
    VolunteerCount: int
    Tasks: list[MyEventsListerItemTask]


@dataclass
class MyEventsListerViewModel:
    """A volunteer's history: 3 current, 9 future, 60 past events."""

    CurrentEvents: list[MyEventsListerItem]
    FutureEvents: list[MyEventsListerItem]
    PastEvents: list[MyEventsListerItem]


def login() -> LoginViewModel:
    """83 bytes of JSON."""
    return LoginViewModel("name.familyname@not.com", "abcdefgh123456!@", True)


def location() -> Location:
    """198 bytes of JSON; 203 where ``+`` is escaped, as System.Text.Json does."""
    return Location(
        Id=1234,
        Address1="The Street Name",
        Address2="20/11",
        City="The City",
        State="The State",
        PostalCode="abc-12",
        Name="Nonexisting",
        PhoneNumber="+0 11 222 333 44",
        Country="The Greatest",
    )


def index() -> IndexViewModel:
    """About 12.6 KB of JSON; the twenty events are one object, repeated, as in the source system."""
    event = ActiveOrUpcomingEvent(
        Id=10,
        ImageUrl=_IMAGE,
        Name="Just a name",
        CampaignName="The very new campaing",
        CampaignManagedOrganizerName="Name FamiltyName",
        Description=_DESCRIPTION,
        StartDate=_START,
        EndDate=_YEAR_AFTER,
    )
    campaign = CampaignSummaryViewModel(
        Id=234235,
        Title="Promoting Open Source",
        Description="Very nice campaing",
        ImageUrl=_IMAGE,
        OrganizationName="The Company XYZ",
        Headline="The Headline",
    )
    return IndexViewModel([event] * 20, campaign, IsNewAccount=False, HasFeaturedCampaign=True)


def my_events() -> MyEventsListerViewModel:
    """About 76 KB of JSON; one item object fills each of the three lists, as in the source system."""
    return MyEventsListerViewModel(
        CurrentEvents=[_my_event()] * 3, FutureEvents=[_my_event()] * 9, PastEvents=[_my_event()] * 60
    )


def _my_event() -> MyEventsListerItem:
    task = MyEventsListerItemTask(
        Name="A very nice task to have",
        StartDate=_START,
        EndDate=_NEXT_DAY,
        FormattedDate="From 8/3/2022 12:34 PM to 8/4/2022 12:34 PM",
    )
    return MyEventsListerItem(
        EventId=321,
        EventName="wonderful name",
        StartDate=_WEEK_BEFORE,
        EndDate=_WEEK_AFTER,
        TimeZone="(UTC) Coordinated Universal Time",
        Campaign="A very nice campaing",
        Organization="Local Animal Shelter",
        VolunteerCount=15,
        Tasks=[task] * 4,
    )


def workloads() -> list[Workload]:
    """The four records, smallest first."""
    return [
        Workload(name="login", title="LoginViewModel", family="records", build=login),
        Workload(name="location", title="Location", family="records", build=location),
        Workload(name="index", title="IndexViewModel", family="records", build=index),
        Workload(name="my_events", title="MyEventsListerViewModel", family="records", build=my_events),
    ]
