namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Several addresses of one server: they give bytes once they are shown to be one host, and are not used otherwise.</summary>
public sealed class AddressTests
{
    private const int Length = (int)ReplicaFixture.Length;

    [Fact]
    public async Task Two_addresses_of_one_host_without_hashes_are_paths_of_one_source_after_equal_samples()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual);

        await of.Get.GetCompleteAsync(4);

        of.AssertNotice("is used as well", "127.0.0.2", "same host", "8 samples");
        of.AssertOtherGave();
        Assert.Empty(of.Get.Result.TrustedSources);
        Assert.Equal("length and seams, 127.0.0.2 by samples", of.Get.Result.VerifiedBy);
        Assert.All(of.Get.Results.Routes, route => Assert.True(route.BytesFetched > 0));
        Assert.Equal(
            [$"ftp://localhost:{of.Port} at 127.0.0.1", $"ftp://localhost:{of.Port} at 127.0.0.2"],
            of.Get.Results.Routes.Select(route => route.Source));
    }

    [Fact]
    public async Task An_ipv4_and_an_ipv6_address_are_used_together()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual, IPAddress.IPv6Loopback);

        await of.Get.GetCompleteAsync(4);

        of.AssertNotice("is used as well", "::1");
        of.AssertOtherGave();
    }

    [Fact]
    public async Task A_hash_that_the_host_offers_is_compared_instead_of_samples_and_verifies_the_file()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual | LoopbackFeatures.Xsha256);

        await of.Get.GetCompleteAsync(4);

        of.AssertNotice("is used as well", "XSHA256");
        of.AssertOtherGave();
        Assert.Equal("XSHA256", of.Get.Result.VerifiedBy);
    }

    [Fact]
    public async Task Another_host_with_other_content_of_the_same_size_and_time_gives_no_byte()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual);
        of.ServeOther(of.Content.WithFlatRegion(1000, Length, 7));

        await of.Get.GetCompleteAsync(4);

        of.AssertNotice("is not used", "127.0.0.2", "another host answers there", "samples");
        of.AssertOnlySamplesCameFromOther();
    }

    [Fact]
    public async Task Another_host_with_the_same_content_and_another_time_is_not_used_unless_it_is_trusted()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual);
        of.ServeOther(of.Content, LoopbackTree.DefaultModifiedUtc.AddSeconds(1));

        await of.Get.GetCompleteAsync(4);
        of.AssertNotice("is not used", "another host answers there", "time", "--trust-replica");
        Assert.Empty(of.Other.Log.Retrievals);

        of.Adjust = request => request with { TrustReplicas = true, Overwrite = true };
        await of.Get.GetCompleteAsync(4);
        Assert.Equal([$"ftp://localhost:{of.Port}/{GetFixture.Remote} at 127.0.0.2"], of.Get.Result.TrustedSources);
    }

    [Fact]
    public async Task Another_size_is_another_host()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual);
        of.ServeOther(of.Content.Resized(Length - 1));

        await of.Get.GetCompleteAsync(4);

        of.AssertNotice("is not used", "127.0.0.2", $"{Length - 1:N0}");
        Assert.Empty(of.Other.Log.Retrievals);
    }

    // The samples are random: one wrong byte passes them. Then its ranges meet those of the first address, whose bytes decide.
    [Fact]
    public async Task A_host_that_passes_as_the_same_one_and_gives_other_bytes_at_a_seam_is_evicted()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual);
        var wrong = of.Content.WithFlatRegion(0, Length, 7);
        of.Other.Inject(Fault.OnRetr().Nth(HostSamples.Most).ChangeFilesAfter(SeamSample.Length, _ => of.ServeOther(wrong)));

        await of.Get.GetCompleteAsync(4);

        of.AssertNotice("is used as well", "same host");
        of.AssertNotice("is no longer used", "127.0.0.2", "other bytes");
    }

    [Fact]
    public async Task An_address_that_refuses_samples_is_not_used()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual);
        of.Other.Inject(Fault.OnRetr().Refuse("550 Not from here."));

        await of.Get.GetCompleteAsync(4);

        of.AssertNotice("is not used", "samples of the file could not be read");
    }

    [Fact]
    public async Task An_address_where_nothing_answers_does_not_fail_the_file_and_the_first_that_answers_decides()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual);
        of.Addresses = [IPAddress.Parse("127.0.0.3"), IPAddress.Loopback, IPAddress.Parse("127.0.0.2")];

        await of.Get.GetCompleteAsync(4);

        Assert.EndsWith("at 127.0.0.1", of.Get.Results.Routes[0].Source, StringComparison.Ordinal);
        of.AssertOtherGave();
    }

    /// <summary>Where a proxy is set, the server may not be reachable directly, or must not be reached so.</summary>
    [Fact]
    public async Task Behind_a_proxy_no_address_is_tried_directly()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual);
        var request = of.Get.Request(1);
        var source = request.Items[0].Sources[0] with { Proxy = new ProxyAddress(ProxyProtocol.Socks5, "127.0.0.1", 1080) };

        var given = await AddressExpansion.ExpandAsync(request, source, TimeProvider.System, CancellationToken.None);
        var named = await AddressExpansion.ExpandAsync(request with { Addresses = ServerAddresses.All }, source, TimeProvider.System, CancellationToken.None);

        Assert.Equal(of.Addresses, given.Select(one => one.Address));
        Assert.All(named, one => Assert.Equal(source.Proxy, one.Proxy));
        Assert.Equal(0, of.Get.Server.Log.ControlConnectionsOpened + of.Other.Log.ControlConnectionsOpened);
    }

    [Fact]
    public async Task Without_being_asked_one_address_of_a_name_is_used()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual) { Adjust = request => request with { Addresses = null } };

        await of.Get.GetCompleteAsync(4);

        Assert.Empty(of.Other.Log.Commands);
        Assert.Empty(of.Get.Results.Routes);
    }

    [Fact]
    public async Task A_given_address_is_used_instead_of_the_resolved_ones()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual) { Addresses = [IPAddress.Parse("127.0.0.2")] };

        await of.Get.GetCompleteAsync(2);

        Assert.Empty(of.Get.Server.Log.Commands);
        of.AssertOtherGave();
    }

    [Fact]
    public async Task Local_paths_are_combined_with_the_addresses_of_their_family()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual, IPAddress.IPv6Loopback);
        of.Adjust = request => request with
        {
            LocalPaths = [LocalPath.Of(IPAddress.Parse("127.0.0.5")), LocalPath.Of(IPAddress.IPv6Loopback)],
        };

        await of.Get.GetCompleteAsync(4);

        Assert.Equal(["127.0.0.5 at 127.0.0.1", "::1 at ::1"],
            of.Get.Results.Routes.Select(route => $"{route.Path} {route.Source[route.Source.IndexOf("at ", StringComparison.Ordinal)..]}"));
        of.AssertOtherGave();
    }

    [Fact]
    public async Task A_mirror_takes_long_files_from_both_addresses_and_the_rest_from_the_first()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual);
        of.Get.Server.Files.AddSynthetic("/small.bin", 1000);
        var source = of.Get.Request(4).Items[0].Sources[0] with { Path = FtpPath.FromText("/", FtpCharsets.Utf8) };
        var request = new MirrorRequest { Source = source, TargetRoot = of.Get.Folder.File("mirror"), Transfer = of.Get.Request(4) with { Items = [] } };

        await using var runner = await MirrorRunner.OpenAsync(request, isDryRun: false, new Progress<TransferEvent>(), TimeProvider.System, CancellationToken.None);
        var result = await runner.RunAsync(await runner.PlanAsync(CancellationToken.None), CancellationToken.None);

        Assert.All(result.Files, file => Assert.Null(file.Failure));
        Assert.Equal(2, result.Files.Count);
        await of.Get.AssertTargetIsAsync(of.Content, Path.Combine(request.TargetRoot, "big.bin"));
        of.AssertOtherGave();
        Assert.DoesNotContain(of.Other.Log.Commands, command => command.Argument.Contains("small", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(null)]
    [InlineData(1_000_000L)]
    public async Task An_output_in_order_has_bytes_of_both_addresses_and_a_part_those_of_the_first(long? start)
    {
        using var output = new MemoryStream();
        await using var of = new AddressFixture(LoopbackFeatures.Usual);
        of.Adjust = request => request with
        {
            Resume = false,
            Items = [.. request.Items.Select(item => item with { Output = output, OutputRange = start is { } first ? new OutputRange(first) : null })],
        };

        Assert.Null((await of.Get.GetAsync(4)).Failure);

        var expected = new byte[Length];
        of.Content.Read(0, expected);
        Assert.True(expected.AsSpan((int)(start ?? 0)).SequenceEqual(output.ToArray()), "The output differs from the file.");
        if (start is null) of.AssertOtherGave();
        else Assert.Empty(of.Other.Log.Retrievals);
    }

    [Fact]
    public async Task A_dry_run_names_the_addresses()
    {
        await using var of = new AddressFixture(LoopbackFeatures.Usual);

        var plan = Assert.Single(await new TransferRunner(TimeProvider.System).PlanAsync(
            of.Get.Request(4), new Progress<TransferEvent>(), CancellationToken.None));

        Assert.Equal([IPAddress.Loopback, IPAddress.Parse("127.0.0.2")], plan.Item.Sources.Select(source => source.Address));
        Assert.Empty(of.Other.Log.Retrievals);
    }

    /// <summary>A server at 127.0.0.1 and the same port of another address, which are one host until a test says otherwise.</summary>
    private sealed class AddressFixture : IAsyncDisposable
    {
        public AddressFixture(LoopbackFeatures features, IPAddress? other = null)
        {
            other ??= IPAddress.Parse("127.0.0.2");
            LoopbackServer? second = null;
            // The first one is slow until the other has sent more than its samples, so that no run is over before they are compared.
            var shape = new LinkShape { BytesPerSecondOf = _ => second?.Log.BytesSent < 2 << 20 ? 500_000 : GetFixture.Capped.BytesPerSecond };
            for (var left = 5; ; left--)
            {
                Get = new GetFixture(new LoopbackOptions { Features = features, Shaping = shape })
                {
                    Adjust = request => Adjust(request with { Items = [Item], Addresses = ServerAddresses.Of(Addresses) }),
                };
                try
                {
                    Other = second = LoopbackServer.Start(new LoopbackOptions
                    {
                        Features = features, Shaping = GetFixture.Capped, Address = other, Port = Port, DataSendBuffer = 256 << 10,
                    });
                    break;
                }
                catch (System.Net.Sockets.SocketException) when (left > 0)
                {
                    // Another test has taken the port at the other address.
                    Get.DisposeAsync().AsTask().GetAwaiter().GetResult();
                }
            }
            Get.Server.Files.AddSynthetic(GetFixture.Remote, Length);
            ServeOther(Content);
            Addresses = [IPAddress.Loopback, other];
        }

        public GetFixture Get { get; }

        public LoopbackServer Other { get; }

        public int Port => Get.Server.EndPoint.Port;

        public IReadOnlyList<IPAddress> Addresses { get; set; } = [];

        public Func<TransferRequest, TransferRequest> Adjust { get; set; } = request => request;

        public FileContent Content => Get.Server.Files[GetFixture.Remote].Content;

        private TransferItem Item => Get.Item() with
        {
            Sources = [Get.Item().Sources[0] with { Endpoint = new FtpEndpoint("localhost", Port, FtpSecurity.None) }],
        };

        public void ServeOther(FileContent content, DateTimeOffset? modified = null)
        {
            Other.Files.Remove(GetFixture.Remote);
            Other.Files.Add(GetFixture.Remote, content, modified ?? Get.Server.Files[GetFixture.Remote].ModifiedUtc);
        }

        public void AssertNotice(params string[] words) => Get.Check(
            Get.Notices(NoticeKind.Replica).Any(sentence => words.All(word => sentence.Contains(word, StringComparison.Ordinal))),
            $"The user should be told: {string.Join(" … ", words)}. The notices were: {string.Join(" | ", Get.Notices(NoticeKind.Replica))}");

        public void AssertOtherGave() =>
            Get.Check(Other.Log.BytesSentOf(GetFixture.Remote) > HostSamples.Most * SeamSample.Length, $"The other address should have given bytes. {Other.Log}");

        public void AssertOnlySamplesCameFromOther() => Assert.Equal(HostSamples.Most, Other.Log.Retrievals.Count);

        public async ValueTask DisposeAsync()
        {
            await Other.DisposeAsync();
            await Get.DisposeAsync();
        }
    }
}
